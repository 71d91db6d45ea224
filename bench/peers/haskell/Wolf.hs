-- The wolf, the goat and the cabbage in the list monad: plans of N moves.
module Main (main) where

import Control.Monad (guard)
import System.Environment (getArgs)

data Who = Farmer | Wolf | Goat | Cabbage deriving (Eq, Enum, Bounded)

east :: [Who] -> Who -> Bool
east plan Farmer = odd (length plan)
east plan who = odd (length (filter (== who) plan))

safe :: [Who] -> Bool
safe p = g == east p Farmer || (g /= east p Wolf && g /= east p Cabbage) where g = east p Goat

move :: [Who] -> [[Who]]
move p = do
  who <- [minBound ..]
  guard (east p who == east p Farmer)
  let next = who : p
  guard (safe next)
  return next

plans :: Int -> [[Who]]
plans n = do
  p <- iterate (>>= move) (return []) !! n
  guard (all (east p) [minBound ..])
  return p

main :: IO ()
main = do
  [n] <- getArgs
  print (length (plans (read n)))
