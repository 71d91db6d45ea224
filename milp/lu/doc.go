// Package lu factorizes the basis of a linear program into sparse LU factors, and solves with it
// and with its transpose. Package simplex spends most of its time here.
//
//	var f lu.Factor
//	f.Build(head, first, column) // the columns named by head
//	f.FTran(x)                   // B x = b
//	f.BTran(y)                   // the transposed system
//	f.Update(r, alpha)           // another column at r
//
// Columns and rows with one entry go first, then pivots of low Markowitz cost (Markowitz 1957,
// Suhl and Suhl 1990) with threshold stability. Column changes are kept in product form (Dantzig
// and Orchard-Hays 1954) until the next factorization, after at most 100 changes. Solves with few
// nonzeros find them first (Gilbert and Peierls 1988, Hall and McKinnon 2005), so that their time
// depends on the arithmetic, not on the size of the basis.
package lu
