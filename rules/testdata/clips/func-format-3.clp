; format: long integers, signs, spaces, tabs in text.
(format t "%15d|%-15d|%015d%n" 1234567890123 1234567890123 1234567890123)
(format t "%d %d%n" 9223372036854775807 -9223372036854775808)
(format t "% d|% f|%#x|%#o%n" 5 1.5 255 8)
(format t "%3d%%|%3s%%%n" 5 a)
(format t "%10.3f|%010.3f|%-10.3f|%10.3e%n" 3.14159 3.14159 3.14159 3.14159)
(format t "[%5c][%-5c]%n" x y)
(format t "%20s|%-20s|%20.3s%n" "a b c" "a b c" "a b c")
(exit)
