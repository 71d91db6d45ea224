// Package lu holds the basis of a linear program as sparse LU factors, and solves with
// it and with its transposed: that is where package simplex spends most of its time.
//
//	var f lu.Factor
//	f.Build(head, first, column) // the columns named by head
//	f.FTran(x)                   // B x = b
//	f.BTran(y)                   // the transposed system
//	f.Update(r, alpha)           // another column at r
//
// Columns and rows with one entry go first, then pivots of low Markowitz cost (Markowitz
// 1957, Suhl and Suhl 1990) with threshold stability. Changes are kept in product form
// (Dantzig and Orchard-Hays 1954) until the basis is factored anew, after 100 changes at
// most. Solves with few nonzeros look for them first (Gilbert and Peierls 1988, Hall and
// McKinnon 2005), so that their time is in the arithmetic, not in the size of the basis.
package lu
