// The parts of the grammar that need more than regular expressions: the end of a line, which ends a
// declaration or a statement unless the next line continues it, and texts with values in braces.
#include "tree_sitter/parser.h"

#include <string.h>
#include <wctype.h>

enum { NEWLINE, TEXT, RAW_TEXT, OPEN, RAW_OPEN, RECOVERING };

void *tree_sitter_far_external_scanner_create(void) { return NULL; }
void tree_sitter_far_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_far_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload, (void)buffer;
  return 0;
}
void tree_sitter_far_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload, (void)buffer, (void)length;
}

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

// spaces skips blanks, line ends and comments. It returns the character '/' if a division follows.
static int32_t spaces(TSLexer *lexer) {
  for (;;) {
    while (lexer->lookahead == ' ' || lexer->lookahead == '\t' || lexer->lookahead == '\r' || lexer->lookahead == '\n')
      advance(lexer);
    if (lexer->lookahead != '/')
      return lexer->lookahead;
    advance(lexer);
    if (lexer->lookahead == '/') {
      while (lexer->lookahead != '\n' && !lexer->eof(lexer))
        advance(lexer);
    } else if (lexer->lookahead == '*') {
      int32_t before = 0;
      for (advance(lexer); !(before == '*' && lexer->lookahead == '/') && !lexer->eof(lexer); advance(lexer))
        before = lexer->lookahead;
      advance(lexer);
    } else {
      return '/';
    }
  }
}

// continues reports whether what follows continues the line before, as goesOn of lang/syntax does.
static bool continues(TSLexer *lexer) {
  static const char *const words[] = {"and", "or", "implies", "where", "then", "else", "in"};
  int32_t c = spaces(lexer);
  if (lexer->eof(lexer) && c != '/')
    return false;
  switch (c) {
  case '<': case '>': case '*': case '/': case '%': case '{': case '}':
    return true;
  case '=': case '!': case '.':
    advance(lexer);
    return lexer->lookahead == (c == '.' ? '.' : '=');
  case '+': case '-':
    advance(lexer);
    return lexer->lookahead != '=';
  }
  char word[9];
  unsigned n = 0;
  while (n < sizeof word - 1 && lexer->lookahead >= 'a' && lexer->lookahead <= 'z') {
    word[n++] = (char)lexer->lookahead;
    advance(lexer);
  }
  word[n] = 0;
  if (iswalnum((wint_t)lexer->lookahead) || lexer->lookahead == '_')
    return false;
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(word, words[i]) == 0)
      return true;
  return false;
}

static bool newline(TSLexer *lexer) {
  while (lexer->lookahead == ' ' || lexer->lookahead == '\t' || lexer->lookahead == '\r')
    lexer->advance(lexer, true);
  lexer->result_symbol = NEWLINE;
  if (lexer->eof(lexer)) {
    lexer->mark_end(lexer);
    return true;
  }
  if (lexer->lookahead != '\n')
    return false;
  advance(lexer);
  lexer->mark_end(lexer);
  return !continues(lexer);
}

// closed reports whether the brace before is closed within the text, as braceEnd of lang/syntax does.
static bool closed(TSLexer *lexer, int32_t quote) {
  unsigned depth = 0, within = 0;
  bool inner = false;
  for (; !lexer->eof(lexer); advance(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == quote || (c == '\n' && quote == '"'))
      return false;
    if (c == '`') {
      inner = !inner;
      within = 0;
    } else if (inner) {
      if (c == '{')
        within++;
      else if (c == '}' && within > 0)
        within--;
    } else if (c == '{') {
      depth++;
    } else if (c == '}') {
      if (depth == 0)
        return true;
      depth--;
    }
  }
  return false;
}

// text scans a piece of a text up to its end, an escape or a value, or the brace before a value.
static bool text(TSLexer *lexer, int32_t quote) {
  bool any = false;
  for (;;) {
    int32_t c = lexer->lookahead;
    if (lexer->eof(lexer) || c == quote || (quote == '"' && (c == '\n' || c == '\\')))
      break;
    lexer->mark_end(lexer);
    advance(lexer);
    if (c == '{' && lexer->lookahead == '{') {
      advance(lexer);
    } else if (c == '{') {
      if (any) { // the next call decides about the brace
        lexer->result_symbol = quote == '"' ? TEXT : RAW_TEXT;
        return true;
      }
      if (lexer->lookahead != '}' && (quote == '"' || iswalpha((wint_t)lexer->lookahead))) {
        lexer->mark_end(lexer);
        if (closed(lexer, quote)) {
          lexer->result_symbol = quote == '"' ? OPEN : RAW_OPEN;
          return true;
        }
        lexer->result_symbol = quote == '"' ? TEXT : RAW_TEXT;
        return true; // the brace alone
      }
    }
    any = true;
  }
  lexer->mark_end(lexer);
  lexer->result_symbol = quote == '"' ? TEXT : RAW_TEXT;
  return any;
}

bool tree_sitter_far_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  if (valid[RECOVERING])
    return false;
  if (valid[TEXT] || valid[OPEN])
    return text(lexer, '"');
  if (valid[RAW_TEXT] || valid[RAW_OPEN])
    return text(lexer, '`');
  return valid[NEWLINE] && newline(lexer);
}
