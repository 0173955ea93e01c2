import type { DigitalSource } from './digital-source.ts'

/** The tag in front of our record, which readers look for. */
export const recordOpening = '<espalier:record>'
export const recordClosing = '</espalier:record>'

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const
const characters = { '&amp;': '&', '&lt;': '<', '&gt;': '>' } as const

/** The address of IPTC's vocabulary; a term follows it. */
export const digitalSourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/** The contents of a packet of ours: the JSON of a record, and the term of the file's origin; null: left out. */
export type XmpContent = { readonly record: string | null; readonly source: DigitalSource | null }

/** The namespaces of a packet of ours, by their usual prefixes. */
export const xmpNamespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  espalier: 'urn:espalier:record:1',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
} as const

/** Writes our properties as one description. @param about What it describes, in quotes: the same in all of a packet. */
export function xmpDescription({ record, source }: XmpContent, about: string): string {
  const escaped = record?.replace(/[&<>]/g, (character) => entities[character as keyof typeof entities])
  return (
    `<rdf:Description xmlns:rdf="${xmpNamespaces.rdf}" rdf:about=${about} xmlns:espalier="${xmpNamespaces.espalier}"` +
    ` xmlns:Iptc4xmpExt="${xmpNamespaces.Iptc4xmpExt}">` +
    (source === null
      ? ''
      : `<Iptc4xmpExt:DigitalSourceType>${digitalSourceTypes}${source}</Iptc4xmpExt:DigitalSourceType>`) +
    (escaped === undefined ? '' : `${recordOpening}${escaped}${recordClosing}`) +
    `</rdf:Description>`
  )
}

/**
 * Writes an XMP packet (ISO 16684-1): the record as a property in our own namespace, and IPTC's Digital Source Type (IPTC Photo
 * Metadata Standard 2025.1, extension schema).
 */
export function xmpPacket(content: XmpContent): string {
  return (
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>` +
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${xmpNamespaces.rdf}">` +
    xmpDescription(content, '""') +
    `</rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
  )
}

/** Reads our record in a packet that we wrote; null in any other. */
export function textOfXmp(packet: string): string | null {
  const start = packet.indexOf(recordOpening)
  const end = packet.indexOf(recordClosing, start)
  if (start === -1 || end === -1) return null
  return packet
    .slice(start + recordOpening.length, end)
    .replace(/&(?:amp|lt|gt);/g, (entity) => characters[entity as keyof typeof characters])
}
