import { recordOpening, type XmpContent, xmpDescription, xmpNamespaces } from './xmp-packet.ts'

/** The longest packet that is read, in characters; JPEG and most tools allow 65,502 bytes. */
const maxLength = 500_000
/** The most tags and the deepest nesting of a packet; one of an editor with a long history has a few thousand. */
const maxTags = 20_000
const maxDepth = 64
/** The most attributes of a packet; Lightroom writes some thousand. */
const maxAttributes = 20_000
/** The most namespaces that a packet declares; Photoshop declares a dozen, and ExifTool one for each description. */
const maxDeclared = 200

type Attribute = { readonly name: string; readonly start: number; readonly end: number; readonly value: string }
type Tag = {
  readonly kind: 'open' | 'close' | 'empty'
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly start: number
  readonly end: number
}

const space = /\s/
const nameEnd = /[\s=/>]/

/** Reads the attributes of a tag up to its end; null where it is not well formed. */
function attributesOf(text: string, from: number): { attributes: Attribute[]; at: number } | null {
  const attributes: Attribute[] = []
  for (let at = from; ; ) {
    const start = at
    while (space.test(text[at] ?? '')) at++
    if (text[at] === '>' || text[at] === '/') return { attributes, at }
    const nameStart = at
    while (at < text.length && !nameEnd.test(text[at] ?? '')) at++
    const name = text.slice(nameStart, at)
    while (space.test(text[at] ?? '')) at++
    const quote = text[at] === '=' ? quoteAt(text, at + 1) : null
    const close = quote === null ? -1 : text.indexOf(text[quote] ?? '', quote + 1)
    // A space must stand before each attribute.
    if (quote === null || close === -1 || name === '' || nameStart === start) return null
    attributes.push({ name, start, end: close + 1, value: text.slice(quote, close + 1) })
    at = close + 1
  }
}

function quoteAt(text: string, from: number): number | null {
  let at = from
  while (space.test(text[at] ?? '')) at++
  return text[at] === '"' || text[at] === "'" ? at : null
}

/** Reads one tag. @param start Of its `<`. */
function tagAt(text: string, start: number): Tag | null {
  const isClose = text[start + 1] === '/'
  let at = start + (isClose ? 2 : 1)
  const nameStart = at
  while (at < text.length && !nameEnd.test(text[at] ?? '')) at++
  const name = text.slice(nameStart, at)
  const read = attributesOf(text, at)
  if (!read || name === '') return null
  const isEmpty = text[read.at] === '/'
  const end = read.at + (isEmpty ? 2 : 1)
  if (text[end - 1] !== '>' || (isClose && (isEmpty || read.attributes.length > 0))) return null
  return { kind: isClose ? 'close' : isEmpty ? 'empty' : 'open', name, attributes: read.attributes, start, end }
}

/** Parts of a packet that are no tags. A document type, which may define entities, is none of them. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** The tags of a packet in their order; null where it is not well formed, or beyond the bounds. */
function tagsOf(text: string): Tag[] | null {
  const tags: Tag[] = []
  let attributes = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const [opening, closing] = skipped.find(([begin]) => text.startsWith(begin, at)) ?? []
    if (opening !== undefined && closing !== undefined) {
      const end = text.indexOf(closing, at + opening.length)
      if (end === -1) return null
      at = end + closing.length
      continue
    }
    const tag = text[at + 1] === '!' || tags.length === maxTags ? null : tagAt(text, at)
    attributes += tag?.attributes.length ?? 0
    if (!tag || attributes > maxAttributes) return null
    tags.push(tag)
    at = tag.end
  }
  return tags
}

/** The namespaces that a tag declares, by their prefixes, before those of the tags around it: copies would be quadratic. */
type Scope = { readonly declared: ReadonlyMap<string, string>; readonly outer: Scope | null }

const declaredIn = ({ attributes }: Tag) => attributes.filter(({ name }) => name.startsWith('xmlns:'))

/** The namespaces within a tag. */
function scopeOf(tag: Tag, outer: Scope | null): Scope | null {
  const declared = declaredIn(tag).map(({ name, value }) => [name.slice(6), value.slice(1, -1)] as const)
  return declared.length === 0 ? outer : { declared: new Map(declared), outer }
}

/** The namespace of a prefix; empty where none is declared. */
function namespaceOf(prefix: string, scope: Scope | null): string {
  for (let at = scope; at; at = at.outer) {
    const found = at.declared.get(prefix)
    if (found !== undefined) return found
  }
  return ''
}

/** A name with its namespace in place of its prefix; one without a prefix is left as it is. */
function expanded(name: string, scope: Scope | null): string {
  const at = name.indexOf(':')
  return at === -1 ? name : namespaceOf(name.slice(0, at), scope) + name.slice(at + 1)
}

type Open = { readonly tag: Tag; readonly name: string; readonly scope: Scope | null }
type Cut = { readonly start: number; readonly end: number }

const descriptionName = `${xmpNamespaces.rdf}Description`
const recordName = `${xmpNamespaces.espalier}record`
const rdfName = `${xmpNamespaces.rdf}RDF`

/** Whether the next tag is a property of the whole file, and none of a part of another one. */
const isInDescription = (open: readonly Open[]) =>
  open.at(-1)?.name === descriptionName && open.at(-2)?.name === rdfName

/**
 * Adds our properties to the packet of another program, which keeps all others: two packets in one file are not allowed, and readers
 * take either. Properties of the same name are replaced (ISO 16684-1, 6.1: a property stands once).
 * @param packet From outside. @returns null where it is no well-formed packet, or beyond the bounds, and where a record is added and
 * another one would remain, which readers could take for it: in a comment, or within another property.
 */
export function mergeXmp(packet: string, content: XmpContent): string | null {
  const tags = packet.length > maxLength ? null : tagsOf(packet)
  if (!tags || tags.reduce((sum, tag) => sum + declaredIn(tag).length, 0) > maxDeclared) return null
  const replaced = new Set([
    ...(content.source === null ? [] : [`${xmpNamespaces.Iptc4xmpExt}DigitalSourceType`]),
    ...(content.record === null ? [] : [recordName]),
  ])
  const cuts: Cut[] = []
  const open: Open[] = []
  let about = '""'
  let insertAt: number | null = null
  let hasRecordElsewhere = false
  for (const tag of tags) {
    if (tag.kind === 'close') {
      const opened = open.pop()
      if (opened?.tag.name !== tag.name) return null
      if (isInDescription(open) && replaced.has(opened.name)) cuts.push({ start: opened.tag.start, end: tag.end })
      if (opened.name === rdfName) {
        if (insertAt !== null) return null
        insertAt = tag.start
      }
      continue
    }
    const outer = open.at(-1)
    const scope = scopeOf(tag, outer?.scope ?? null)
    const name = expanded(tag.name, scope)
    if (name === recordName && !isInDescription(open)) hasRecordElsewhere = true
    if (name === descriptionName && outer?.name === rdfName)
      for (const attribute of tag.attributes) {
        const property = expanded(attribute.name, scope)
        if (property === `${xmpNamespaces.rdf}about`) about = attribute.value
        if (replaced.has(property)) cuts.push({ start: attribute.start, end: attribute.end })
      }
    if (tag.kind === 'empty') {
      if (isInDescription(open) && replaced.has(name)) cuts.push({ start: tag.start, end: tag.end })
      continue
    }
    if (open.length === maxDepth) return null
    open.push({ tag, name, scope })
  }
  if (insertAt === null || open.length > 0) return null
  const inserted = { start: insertAt, end: insertAt }
  const edits = [...cuts, inserted].toSorted((a, b) => a.start - b.start)
  let merged = ''
  let at = 0
  for (const edit of edits) {
    merged += packet.slice(at, edit.start) + (edit === inserted ? xmpDescription(content, about) : '')
    at = edit.end
  }
  merged += packet.slice(at)
  const hasOther = hasRecordElsewhere || merged.split(recordOpening).length !== 2
  return content.record !== null && hasOther ? null : merged
}
