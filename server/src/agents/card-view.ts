import { RESOURCE_MIME_TYPE, registerAppResource } from '@modelcontextprotocol/ext-apps/server'
import type { McpServer } from '@modelcontextprotocol/server'

/** The address of the view among the resources of MCP. */
export const cardViewUri = 'ui://espalier/card.html'

/** The tools whose result is a card. */
export const viewedTools: ReadonlySet<string> = new Set(['generate_images', 'branch_image', 'edit_image', 'wait_for'])

/**
 * Offers the view of a card to clients that show such views (MCP Apps). It is one document without any other file; what it shows, it reads by
 * tools, with the rights of the token. @param document Built of web/src/agent-view.
 */
export function addCardView(server: McpServer, document: string): void {
  const about = { description: 'The images of a card, with stars and the way to its board.' }
  registerAppResource(server, 'Card', cardViewUri, about, () => ({
    contents: [{ uri: cardViewUri, mimeType: RESOURCE_MIME_TYPE, text: document }],
  }))
}
