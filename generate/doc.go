package generate
