import { html, raw } from 'hono/html'
import { styleHashOf } from '../guards/style-hash.ts'
import type { openApiDocument } from './openapi.ts'

type Document = Awaited<ReturnType<typeof openApiDocument>>

const style = `:root{color-scheme:light dark;font:14px/20px system-ui,sans-serif}body{max-width:880px;margin:40px auto;padding:0 24px}
summary{cursor:pointer;padding:8px 0}code{font:13px ui-monospace,monospace}pre{overflow:auto;font:12px/18px ui-monospace,monospace}
details{border-top:1px solid color-mix(in srgb,currentColor 12%,transparent)}b{display:inline-block;width:64px}`

/** The hash by which the content policy allows the page's own styles, and no others. */
export const docsStyleHash = styleHashOf(style)

/** A name in the address of a schema on the page. */
const schemaId = (name: string) => `schema-${name}`

/** JSON with a link in place of each reference to a common schema. */
function linkedJson(value: unknown) {
  const [first = '', ...parts] = JSON.stringify(value, null, 2).split('"#/components/schemas/')
  const links = parts.map((part) => {
    const end = part.indexOf('"')
    const name = part.slice(0, end)
    return html`<a href="#${schemaId(name)}">${name}</a>${part.slice(end + 1)}`
  })
  return [first, ...links]
}

/** The document as one page that a person can read, without a script: its calls, then the schemas that they have in common. */
export function docsPage(document: Document) {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Espalier: API</title>
<style>${raw(style)}</style></head>
<body><h1>Espalier: API</h1>
<p>${document.info.description} The same as OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${calls.map(
  ({ method, path, operation }) =>
    html`<details><summary><b>${method}</b> <code>${path}</code> ${
      operation && typeof operation === 'object' && 'summary' in operation ? String(operation.summary) : ''
    }</summary><pre>${linkedJson(operation)}</pre></details>`,
)}
<h2>Schemas</h2>
${Object.entries(document.components?.schemas ?? {}).map(
  ([name, schema]) =>
    html`<details id="${schemaId(name)}"><summary><code>${name}</code></summary><pre>${linkedJson(schema)}</pre></details>`,
)}
</body></html>`
}
