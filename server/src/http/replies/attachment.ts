/** A character of a name that stands in a header as it is (RFC 8187, 3.2.1). */
const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** The Content-Disposition of a file that is saved under a name of any characters, with one of ASCII for old clients (RFC 6266). */
export function attachment(name: string): string {
  const ascii = name.replace(/[^ !#$&+.0-9;=@A-Z[\]^_`a-z{}~-]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, escaped)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
