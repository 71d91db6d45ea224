// Panels with answers in pictures, beside the text: the film of a plan, its timeline, or a strategy.
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { answerDocument } from "./panel";

/** Asks the language server for the answer to a file, as a page or a text. */
type Ask = (uri: string, token: vscode.CancellationToken) => Promise<string | undefined>;

export class Films implements vscode.Disposable {
  private readonly open = new Map<string, vscode.WebviewPanel>();
  private readonly asking = new Map<string, vscode.CancellationTokenSource>();
  private readonly saved: vscode.Disposable;

  constructor(private readonly ask: Ask) {
    this.saved = vscode.workspace.onDidSaveTextDocument((document) => {
      const uri = document.uri.toString();
      if (this.open.has(uri)) {
        void this.fill(uri);
      }
    });
  }

  /** Shows the answer to a file in a panel of its own. When the file is saved, it is solved again. */
  async show(uri: string): Promise<void> {
    const shown = this.open.get(uri);
    if (shown) {
      shown.reveal(undefined, true);
    } else {
      const name = vscode.Uri.parse(uri).path.split("/").pop() ?? "answer";
      const panel = vscode.window.createWebviewPanel("farbank.film", `Answer ${name}`, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableScripts: true, localResourceRoots: [] });
      this.open.set(uri, panel);
      panel.onDidDispose(() => {
        this.open.delete(uri);
        this.asking.get(uri)?.cancel();
      });
    }
    await this.fill(uri);
  }

  /** Solves the file, unless it is closed or asked about again before, and shows the answer. */
  private async fill(uri: string): Promise<void> {
    this.asking.get(uri)?.cancel();
    const mine = new vscode.CancellationTokenSource();
    this.asking.set(uri, mine);
    const title = `Solving ${vscode.Uri.parse(uri).path.split("/").pop()}`;
    try {
      const answer = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
        token.onCancellationRequested(() => mine.cancel());
        return this.ask(uri, mine.token);
      });
      const panel = this.open.get(uri);
      if (panel && answer !== undefined && !mine.token.isCancellationRequested) {
        panel.webview.html = answerDocument(answer, randomBytes(16).toString("hex"));
      }
    } catch (e) {
      if (!mine.token.isCancellationRequested) {
        void vscode.window.showErrorMessage(`Farbank: the answer cannot be shown: ${e instanceof Error ? e.message : e}`);
      }
    } finally {
      if (this.asking.get(uri) === mine) {
        this.asking.delete(uri);
      }
    }
  }

  dispose(): void {
    this.saved.dispose();
    for (const source of this.asking.values()) {
      source.cancel();
    }
    for (const panel of this.open.values()) {
      panel.dispose();
    }
  }
}
