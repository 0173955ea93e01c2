const opening = '<espalier:record>'
const closing = '</espalier:record>'

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const
const characters = { '&amp;': '&', '&lt;': '<', '&gt;': '>' } as const

/** A text of ours as an XMP packet (ISO 16684-1): a description with one property in a namespace of our own. */
export function xmpPacket(text: string): Buffer {
  const escaped = text.replace(/[&<>]/g, (character) => entities[character as keyof typeof entities])
  return Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>` +
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
      `<rdf:Description rdf:about="" xmlns:espalier="urn:espalier:record:1">${opening}${escaped}${closing}` +
      `</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
  )
}

/** Our text in a packet that we wrote; null in any other. */
export function textOfXmp(packet: string): string | null {
  const start = packet.indexOf(opening)
  const end = packet.indexOf(closing, start)
  if (start === -1 || end === -1) return null
  return packet
    .slice(start + opening.length, end)
    .replace(/&(?:amp|lt|gt);/g, (entity) => characters[entity as keyof typeof characters])
}
