import { programTexts } from './texts.ts'

/** The clients whose set-up is known, in the order of the page. All of them connect from the person's own machine. */
export const clientNames = ['Claude Code', 'Codex', 'Cursor', 'VS Code', 'Any other'] as const
export type ClientName = (typeof clientNames)[number]

/** One step: what to run, or what to write. */
export type Instruction = { readonly title: string; readonly note?: string; readonly code: string }

const { run, write, setKey } = programTexts.connect
// biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code replaces it
const askedToken = 'Bearer ${input:token}'
const json = (value: object) => JSON.stringify(value, null, 2)

/** The steps between making a token and asking for something. Clients that read the environment get the token there. */
export function instructionsFor(
  client: ClientName,
  { address, token }: { readonly address: string; readonly token: string },
): readonly Instruction[] {
  const bearer = `Bearer ${token}`
  const environment = { title: setKey, code: `export ESPALIER_TOKEN=${token}` }
  switch (client) {
    case 'Claude Code':
      return [
        {
          title: run,
          code: `claude mcp add --transport http espalier \\\n  ${address} \\\n  --header "Authorization: ${bearer}"`,
        },
      ]
    case 'Codex':
      return [
        {
          title: write.title,
          note: write.at('~/.codex/config.toml'),
          code: `[mcp_servers.espalier]\nurl = "${address}"\nbearer_token_env_var = "ESPALIER_TOKEN"`,
        },
        environment,
      ]
    case 'Cursor':
      return [
        {
          title: write.title,
          note: write.at('.cursor/mcp.json'),
          code: json({ mcpServers: { espalier: { url: address, headers: { Authorization: bearer } } } }),
        },
      ]
    case 'VS Code':
      return [
        {
          title: write.title,
          note: write.at('.vscode/mcp.json'),
          code: json({
            servers: { espalier: { type: 'http', url: address, headers: { Authorization: askedToken } } },
            inputs: [{ type: 'promptString', id: 'token', description: 'Espalier token', password: true }],
          }),
        },
      ]
    default:
      return [
        {
          title: write.title,
          code: json({
            mcpServers: { espalier: { type: 'http', url: address, headers: { Authorization: bearer } } },
          }),
        },
      ]
  }
}
