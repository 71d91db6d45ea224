// Package lu factorizes the basis of a linear program into sparse LU factors, and solves with it
// and with its transpose. Package simplex spends most of its time here.
//
//	var f lu.Factor
//	f.Build(head, first, column) // the columns named by head
//	f.FTran(x)                   // B x = b
//	f.BTran(y)                   // the transposed system
//	f.BTranRow(r, rho)           // row r of the inverse
//	f.FTranColumn(alpha)         // the entering column
//	f.Update(r, alpha)           // which replaces the one at r
//
// Columns and rows with one entry go first, then pivots of low Markowitz cost (Markowitz 1957,
// Suhl and Suhl 1990) with threshold stability. A column change replaces a column of U and adds a
// row operation (Forrest and Tomlin 1972); changes that will be undone are kept in product form
// (Dantzig and Orchard-Hays 1954) instead. After about 100 changes the basis is factorized anew.
// Solves with few nonzeros find them first (Gilbert and Peierls 1988, Hall and McKinnon 2005), so
// that their time depends on the arithmetic, not on the size of the basis; where they turn out to
// be many, the search is given up.
package lu
