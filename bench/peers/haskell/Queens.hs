{-# LANGUAGE DeriveFunctor #-}
-- Queens by unfolding and folding: columns N, or sequences N.
module Main (main) where

import Data.Bits
import Data.List (foldl')
import Data.Word
import System.Environment (getArgs)

data Node r = Node !Int [r] deriving Functor

hylo :: Functor f => (f b -> b) -> (a -> f a) -> a -> b
hylo alg coalg = go where go = alg . fmap go . coalg

count :: Node Int -> Int
count (Node own below) = foldl' (+) own below

data Board = Board !Word32 !Word32 !Word32 !Int

columns :: Int -> Int
columns n = hylo count grow (Board 0 0 0 0)
  where
    full = bit n - 1 :: Word32
    grow (Board rows up down k)
      | k == n = Node 1 []
      | otherwise = Node 0 [Board (rows .|. b) ((up .|. b) `shiftL` 1) ((down .|. b) `shiftR` 1) (k + 1) | b <- bits free]
      where free = full .&. complement (rows .|. up .|. down)
    bits 0 = []
    bits w = let b = w .&. negate w in b : bits (w .&. (w - 1))

data Placed = Placed !Word64 !Int

sequences :: Int -> Int
sequences n = hylo count grow (Placed (if n == 8 then maxBound else bit (n * n) - 1) 0)
  where
    attacks = [ foldl' (\w b -> if hits a b then setBit w b else w) (0 :: Word64) [0 .. n * n - 1] | a <- [0 .. n * n - 1] ]
    hits a b = let (r, c) = (a `div` n - b `div` n, a `mod` n - b `mod` n) in r == 0 || c == 0 || r == c || r == negate c
    squares = zip [0 ..] attacks
    grow (Placed free k) = Node (if k == n then 1 else 0) [Placed (free .&. complement m) (k + 1) | (i, m) <- squares, testBit free i]

main :: IO ()
main = do
  [what, n] <- getArgs
  print ((if what == "columns" then columns else sequences) (read n))
