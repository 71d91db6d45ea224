// Copies the files of the page for the panel to dist/page.
import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const to = join(here, "../dist/page");
rmSync(to, { recursive: true, force: true });
cpSync(join(here, "../../../server/page/web"), to, { recursive: true });
cpSync(join(here, "panel.js"), join(to, "panel.js"));
