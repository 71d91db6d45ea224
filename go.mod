module farbank

go 1.26
