// Parses texts for the tests: reads "LENGTH\n" and that many bytes, again and again, and writes a line for each:
// the number of errors, of missing tokens and of declarations, and the tree. With an argument, which names a
// file of queries, it also writes "CAPTURE FROM TO" lines for each text, and an empty line.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_far(void);

static unsigned errors, missing, declarations;

static void count(TSNode node, unsigned depth) {
  if (strcmp(ts_node_type(node), "ERROR") == 0)
    errors++;
  else if (ts_node_is_missing(node))
    missing++;
  if (depth == 1 && ts_node_is_named(node) && strcmp(ts_node_type(node), "comment") != 0 && strcmp(ts_node_type(node), "ERROR") != 0)
    declarations++;
  for (unsigned i = 0; i < ts_node_child_count(node); i++)
    count(ts_node_child(node, i), depth + 1);
}

static TSQuery *read_query(const char *path) {
  FILE *f = fopen(path, "rb");
  static char text[1 << 20];
  size_t n = f ? fread(text, 1, sizeof text, f) : 0;
  unsigned offset = 0;
  TSQueryError kind = 0;
  TSQuery *query = ts_query_new(tree_sitter_far(), text, (unsigned)n, &offset, &kind);
  if (!f || !query) {
    fprintf(stderr, "%s: error %d at byte %u\n", path, (int)kind, offset);
    exit(2);
  }
  fclose(f);
  return query;
}

int main(int argc, char **argv) {
  TSQuery *query = argc > 1 ? read_query(argv[1]) : NULL;
  TSParser *parser = ts_parser_new();
  if (!ts_parser_set_language(parser, tree_sitter_far())) {
    fputs("the parser is of another version\n", stderr);
    return 2;
  }
  size_t length;
  while (scanf("%zu", &length) == 1) {
    getchar();
    char *text = malloc(length + 1);
    if (fread(text, 1, length, stdin) != length)
      return 2;
    TSTree *tree = ts_parser_parse_string(parser, NULL, text, (unsigned)length);
    TSNode root = ts_tree_root_node(tree);
    errors = missing = declarations = 0;
    count(root, 0);
    char *form = ts_node_string(root);
    printf("%u %u %u %s\n", errors, missing, declarations, form);
    free(form);
    if (query) {
      TSQueryCursor *cursor = ts_query_cursor_new();
      ts_query_cursor_exec(cursor, query, root);
      TSQueryMatch match;
      unsigned index, n;
      while (ts_query_cursor_next_capture(cursor, &match, &index)) {
        TSQueryCapture c = match.captures[index];
        printf("%s %u %u\n", ts_query_capture_name_for_id(query, c.index, &n), ts_node_start_byte(c.node), ts_node_end_byte(c.node));
      }
      ts_query_cursor_delete(cursor);
      puts("");
    }
    ts_tree_delete(tree);
    free(text);
  }
  ts_query_delete(query);
  ts_parser_delete(parser);
  return 0;
}
