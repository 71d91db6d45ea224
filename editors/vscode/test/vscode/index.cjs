// What runs inside VS Code, in its extension host: each ability of the extension once. What
// it finds goes into the file that FARBANK_TESTED names.
const assert = require("node:assert/strict");
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
const vscode = require("vscode");

const examples = join(__dirname, "../../../../examples");
const done = [];

async function until(what, f) {
  for (let k = 0; k < 600; k++) {
    const found = await f();
    if (found) {
      return found;
    }
    await new Promise((go) => setTimeout(go, 100));
  }
  throw new Error(`never: ${what}`);
}

async function session() {
  const uri = vscode.Uri.file(join(examples, "wolf.far"));
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document);
  assert.equal(document.languageId, "far");
  const lenses = await until("lenses", async () => {
    const list = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", uri, 10);
    return list?.length >= 3 && list;
  });
  assert.deepEqual(lenses.map((l) => l.command.title).slice(0, 3), ["solve", "play", "explain"]);
  done.push("lenses");
  const at = document.positionAt(document.getText().indexOf("at[cargo] == at[farmer]"));
  const hovers = await vscode.commands.executeCommand("vscode.executeHoverProvider", uri, at);
  assert.match(hovers.map((h) => h.contents.map((c) => c.value).join()).join(), /state at\[Thing\]: Bank/);
  done.push("hover");
  const references = await vscode.commands.executeCommand("vscode.executeReferenceProvider", uri, at);
  assert.ok(references.length > 5);
  done.push("references");
  const symbols = await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", uri);
  assert.ok(symbols.some((s) => /cross/.test(s.name)));
  done.push("symbols");
  const tokens = await vscode.commands.executeCommand("vscode.provideDocumentSemanticTokens", uri);
  assert.ok(tokens.data.length > 50);
  done.push("semantic tokens");
  // A mistake, its hint, and what it says applied.
  const from = at.translate(0, "at[cargo] == ".length);
  await editor.edit((e) => e.replace(new vscode.Range(from, from.translate(0, "at[farmer]".length)), "farmer"));
  const [wrong] = await until("a diagnostic", async () => {
    const list = vscode.languages.getDiagnostics(uri);
    return list.length > 0 && list;
  });
  assert.match(wrong.message, /they cannot be compared/);
  const fixes = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", uri, wrong.range);
  await vscode.workspace.applyEdit(fixes.find((f) => f.edit).edit);
  await until("no diagnostics", async () => vscode.languages.getDiagnostics(uri).length === 0);
  assert.match(document.getText(), /at\[cargo\] == at\[farmer\]/);
  done.push("diagnostics", "quick fixes");
  const items = await vscode.commands.executeCommand("vscode.executeCompletionItemProvider", uri, from);
  assert.ok(items.items.length > 3);
  done.push("completion");
  const edits = await vscode.commands.executeCommand("vscode.executeFormatDocumentProvider", uri, { tabSize: 4, insertSpaces: true });
  assert.ok(!edits || edits.length === 0); // it is formatted
  done.push("formatting");
  await vscode.commands.executeCommand("farbank.solveFile");
  const answer = await until("the answer", async () => vscode.workspace.textDocuments.find((d) => d.uri.scheme === "farbank-answer"));
  await until("its text", async () => /7 moves; no plan is shorter/.test(answer.getText()));
  done.push("solve");
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  await vscode.commands.executeCommand("farbank.openPage");
  await until("the panel", async () => vscode.window.tabGroups.all.flatMap((g) => g.tabs).some((t) => /farbank\.page/.test(t.input?.viewType ?? "")));
  done.push("panel");
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  await vscode.commands.executeCommand("farbank.showFile");
  await until("the film", async () => vscode.window.tabGroups.all.flatMap((g) => g.tabs).some((t) => /farbank\.film/.test(t.input?.viewType ?? "")));
  done.push("film");
}

exports.run = async () => {
  let failed = "";
  try {
    await session();
  } catch (e) {
    failed = e?.stack ?? String(e);
  }
  writeFileSync(process.env.FARBANK_TESTED, JSON.stringify({ done, failed }));
  if (failed) {
    throw new Error(failed);
  }
};
