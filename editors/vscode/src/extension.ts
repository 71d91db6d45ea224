// The client of the language server farbank lsp. It shows answers and the page beside the text,
// and opens a terminal.
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { Films } from "./films";
import { Panels } from "./show";

/** The arguments of the commands of the server. */
interface Asking {
  uri: string;
  data?: string;
  moves?: string[];
}

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const answers = new Answers();
  const command = (name: string, run: (asking?: Asking) => unknown) => context.subscriptions.push(vscode.commands.registerCommand(name, run));
  context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(Answers.scheme, answers));
  command("farbank.solveFile", () => ask(answers, "farbank.solve"));
  command("farbank.explainFile", () => ask(answers, "farbank.explain"));
  command("farbank.playFile", () => play());
  const panels = new Panels(context);
  context.subscriptions.push(panels);
  command("farbank.openPage", () => showPage(panels));
  const films = new Films(async (uri, token) => client?.sendRequest<string>("workspace/executeCommand", { command: "farbank.film", arguments: [{ uri }] }, token));
  context.subscriptions.push(films);
  command("farbank.showFile", () => {
    const asking = active();
    return asking && films.show(asking.uri);
  });
  command("farbank.restart", () => client?.restart());
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (e) => {
      if (e.affectsConfiguration("farbank.path")) {
        await client?.stop();
        await start(answers);
      }
    }),
  );
  await start(answers);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function start(answers: Answers): Promise<void> {
  const settings = vscode.workspace.getConfiguration("farbank");
  const server: ServerOptions = { command: settings.get("path", "farbank"), args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [
      { language: "far", scheme: "file" },
      { language: "far", scheme: "untitled" },
    ],
    initializationOptions: { files: settings.get("files", {}) },
    synchronize: { configurationSection: "farbank", fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{far,json}") },
    middleware: {
      // Code lenses of the server: show the answer, or play in a terminal.
      executeCommand: async (name, args, next) => {
        const [asking] = args as [Asking];
        if (name === "farbank.play") {
          return play(asking);
        }
        return name.startsWith("farbank.") ? ask(answers, name, asking) : next(name, args);
      },
    },
  };
  client = new LanguageClient("farbank", "Farbank", server, options);
  try {
    await client.start();
  } catch (e) {
    void vscode.window.showErrorMessage(`Farbank: ${settings.get("path")} lsp cannot be started: ${e instanceof Error ? e.message : e}`);
  }
}

/** The file in the active editor. */
function active(): Asking | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === "far" ? { uri: document.uri.toString() } : undefined;
}

/** Asks the server about a file, by default the active one, and shows the answer; it can be cancelled. */
async function ask(answers: Answers, command: string, asking = active()): Promise<void> {
  if (!asking || !client) {
    return;
  }
  const server = client;
  const title = `${command} ${vscode.Uri.parse(asking.uri).path.split("/").pop()}`;
  const text = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) =>
    server.sendRequest<unknown>("workspace/executeCommand", { command, arguments: [asking] }, token),
  );
  await answers.show(command, asking, text);
}

/** Shows the page with the active file. */
async function showPage(panels: Panels): Promise<void> {
  const asking = active();
  if (!asking) {
    return;
  }
  try {
    await panels.show(await vscode.workspace.openTextDocument(vscode.Uri.parse(asking.uri)));
  } catch (e) {
    void vscode.window.showErrorMessage(`Farbank: the page cannot be shown: ${e instanceof Error ? e.message : e}`);
  }
}

/** Plays the file in a terminal. */
async function play(asking = active()): Promise<void> {
  if (!asking) {
    return;
  }
  const uri = vscode.Uri.parse(asking.uri);
  if (uri.scheme !== "file") {
    void vscode.window.showInformationMessage("Farbank: save the file first; it is played from there.");
    return;
  }
  await (await vscode.workspace.openTextDocument(uri)).save();
  const path = vscode.workspace.getConfiguration("farbank").get("path", "farbank");
  const data = asking.data ? ["--data", asking.data] : [];
  const terminal = vscode.window.createTerminal({
    name: "farbank play",
    cwd: vscode.Uri.joinPath(uri, ".."),
    shellPath: path,
    shellArgs: ["play", uri.fsPath, ...data],
  });
  terminal.show();
}

/** Answers are read-only documents, one for each question. */
class Answers implements vscode.TextDocumentContentProvider {
  static readonly scheme = "farbank-answer";
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly texts = new Map<string, string>();
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Shows a text beside its file. */
  async show(command: string, asking: Asking, text: unknown): Promise<void> {
    if (typeof text !== "string") {
      return;
    }
    const name = vscode.Uri.parse(asking.uri).path.split("/").pop() ?? "answer";
    const uri = vscode.Uri.from({ scheme: Answers.scheme, path: `/${command.replace("farbank.", "")} ${name}.txt`, query: asking.data ?? "" });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
  }
}
