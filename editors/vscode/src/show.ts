// The panel with the page, beside the text.
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { pageDocument, Relay, Service, type Said } from "./panel";

export class Panels implements vscode.Disposable {
  private readonly open = new Map<string, vscode.WebviewPanel>();
  private service: Promise<Service> | undefined;

  constructor(private readonly context: vscode.ExtensionContext) {
    context.subscriptions.push(
      vscode.workspace.onDidSaveTextDocument((document) => {
        void this.open.get(document.uri.toString())?.webview.postMessage({ source: document.getText() });
      }),
    );
  }

  /** Shows the page with a file. If it is shown already, its text is updated. */
  async show(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    const shown = this.open.get(key);
    if (shown) {
      shown.reveal();
      await shown.webview.postMessage({ source: document.getText() });
      return;
    }
    const service = await this.answering();
    const files = vscode.Uri.joinPath(this.context.extensionUri, "dist", "page");
    const name = document.uri.path.split("/").pop() ?? "Farbank";
    const panel = vscode.window.createWebviewPanel("farbank.page", name, vscode.ViewColumn.Beside, {
      enableScripts: true,
      retainContextWhenHidden: true,
      localResourceRoots: [files],
    });
    this.open.set(key, panel);
    const relay = new Relay(service.address, (told) => panel.webview.postMessage(told));
    panel.webview.onDidReceiveMessage((said: Said) => (said.ready ? panel.webview.postMessage({ source: document.getText() }) : relay.take(said)));
    panel.onDidDispose(() => {
      this.open.delete(key);
      relay.end();
    });
    const index = await readFile(vscode.Uri.joinPath(files, "index.html").fsPath, "utf8");
    panel.webview.html = pageDocument(index, panel.webview.asWebviewUri(files).toString(), panel.webview.cspSource);
  }

  /** The service, started on first use. */
  private async answering(): Promise<Service> {
    const now = await this.service?.catch(() => undefined);
    if (now && !now.over) {
      return now;
    }
    const folder = this.context.globalStorageUri;
    await vscode.workspace.fs.createDirectory(folder);
    const program = vscode.workspace.getConfiguration("farbank").get("path", "farbank");
    this.service = Service.begin(program, vscode.Uri.joinPath(folder, "page.db").fsPath);
    return this.service;
  }

  dispose(): void {
    void this.service?.then((s) => s.end());
  }
}
