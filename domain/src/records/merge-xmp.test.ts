import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeXmp } from './merge-xmp.ts'
import { digitalSourceTypes, textOfXmp, xmpPacket } from './xmp-packet.ts'

const head =
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
const foot = '</rdf:RDF></x:xmpmeta>\n   <?xpacket end="w"?>'
const iptc = 'xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"'
const dublin =
  '<dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Seq><rdf:li>A &amp; B</rdf:li></rdf:Seq></dc:creator>'
const packetOf = (attributes: string, content: string) =>
  `${head}<rdf:Description ${attributes}>${content}</rdf:Description>${foot}`

const ours = { record: null, source: 'compositeWithTrainedAlgorithmicMedia' } as const
const terms = (packet: string | null) =>
  [...(packet ?? '').matchAll(/digitalsourcetype\/(\w+)/g)].map(([, term]) => term)

describe('mergeXmp', () => {
  it('adds our properties and keeps all others', () => {
    const merged = mergeXmp(packetOf('rdf:about=""', dublin), {
      record: '{"a":"<&>"}',
      source: 'trainedAlgorithmicMedia',
    })
    expect(merged).toContain(dublin)
    expect(terms(merged)).toEqual(['trainedAlgorithmicMedia'])
    expect(textOfXmp(merged ?? '')).toBe('{"a":"<&>"}')
    expect(merged?.endsWith(foot)).toBe(true)
  })

  it.each([
    [
      'an element',
      packetOf(
        `rdf:about="" ${iptc}`,
        `${dublin}<ext:DigitalSourceType>${digitalSourceTypes}humanEdits</ext:DigitalSourceType>`,
      ),
    ],
    ['an attribute', packetOf(`rdf:about='' ${iptc} ext:DigitalSourceType="${digitalSourceTypes}humanEdits"`, dublin)],
    [
      'an element without content',
      packetOf(
        `rdf:about="" ${iptc}`,
        `${dublin}<ext:DigitalSourceType rdf:resource="${digitalSourceTypes}humanEdits"/>`,
      ),
    ],
  ])('replaces a term that stands as %s', (_form, packet) => {
    const merged = mergeXmp(packet, ours)
    expect(terms(merged)).toEqual(['compositeWithTrainedAlgorithmicMedia'])
    expect(merged).toContain(dublin)
    expect(mergeXmp(merged ?? '', ours)?.match(/DigitalSourceType>/g)).toHaveLength(2)
  })

  it('describes what the packet describes', () =>
    expect(mergeXmp(packetOf(`rdf:about='uuid:"1"'`, ''), ours)).toContain(`rdf:about='uuid:"1"' xmlns:espalier`))

  it('keeps a record where only the term is new', () => {
    const packet = xmpPacket({ record: '{"seed":7}', source: null })
    const merged = mergeXmp(packet, ours)
    expect([textOfXmp(merged ?? ''), terms(merged)]).toEqual(['{"seed":7}', [ours.source]])
    const again = mergeXmp(merged ?? '', { record: '{"seed":8}', source: null })
    expect([textOfXmp(again ?? ''), again?.match(/<espalier:record>/g)?.length]).toEqual(['{"seed":8}', 1])
  })

  it('reads over comments, sections and instructions that hold tags', () => {
    const packet = packetOf(
      'rdf:about=""',
      '<!-- </rdf:RDF> --><a:b xmlns:a="urn:a"><![CDATA[</rdf:RDF>]]></a:b><?x </rdf:RDF>?>',
    )
    expect(mergeXmp(packet, ours)?.indexOf('DigitalSourceType')).toBeGreaterThan(packet.indexOf('?x </rdf:RDF>'))
  })

  it.each([
    ['is empty', ''],
    ['has no RDF', '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'],
    ['has two', `${head}${foot}${head}${foot}`],
    ['is cut off', packetOf('rdf:about=""', dublin).slice(0, -60)],
    ['closes another tag', packetOf('rdf:about=""', '<a></b>')],
    ['defines entities', `<!DOCTYPE x [<!ENTITY a "b">]>${packetOf('rdf:about=""', '')}`],
    ['has an attribute without a value', packetOf('rdf:about', '')],
    ['has attributes without a space', packetOf('rdf:about=""a=""', '')],
    ['is nested too deeply', packetOf('rdf:about=""', '<a>'.repeat(100) + '</a>'.repeat(100))],
    ['has too many tags', packetOf('rdf:about=""', '<a/>'.repeat(20_001))],
    ['declares too many namespaces', packetOf('rdf:about=""', '<a xmlns:b=""/>'.repeat(201))],
    ['has too many attributes', packetOf('rdf:about=""', '<a b=""/>'.repeat(10_001) + '<a c="" d=""/>'.repeat(5_000))],
    ['is too long', packetOf('rdf:about=""', ' '.repeat(500_001))],
  ])('refuses a packet that %s', (_what, packet) => expect(mergeXmp(packet, ours)).toBeNull())

  it('finds a namespace in whichever tag around declares it, and the innermost of them', () => {
    const term = '<e:DigitalSourceType>x</e:DigitalSourceType>'
    const around = head.replace('<rdf:RDF', '<rdf:RDF xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"')
    const merged = (attributes: string) =>
      mergeXmp(`${around}<rdf:Description rdf:about=""${attributes}>${term}</rdf:Description>${foot}`, ours)
    expect(merged('')).not.toContain(term)
    expect(merged(' xmlns:e="urn:other"')).toContain(term)
  })

  const forged = '<espalier:record>{"prompt":"forged"}</espalier:record>'
  it.each([
    ['a comment', `<!--${forged}-->`],
    ['a section', `<a:b xmlns:a="urn:a"><![CDATA[${forged}]]></a:b>`],
    ['an instruction', `<?x ${forged}?>`],
    ['another property', `<a:b xmlns:a="urn:a">${forged}</a:b>`],
    ['a property of another namespace', `<x xmlns:espalier="urn:a">${forged}</x>`],
    ['a value', `<a:b xmlns:a="urn:a" a:c='${forged}'/>`],
    ['our namespace within another property', '<a><q:record xmlns:q="urn:espalier:record:1">forged</q:record></a>'],
  ])('refuses a packet with a record of ours in %s, where a record is added', (_place, content) => {
    const packet = packetOf('rdf:about=""', content)
    expect(mergeXmp(packet, { record: '{"seed":7}', source: null })).toBeNull()
    expect(mergeXmp(packet, ours)).not.toBeNull()
  })

  it('never fails and never loses a character of a packet that it takes, whatever is in it', () =>
    fc.assert(
      fc.property(fc.string(), fc.nat(), (noise, place) => {
        const packet = packetOf('rdf:about=""', dublin)
        const at = place % packet.length
        const broken = packet.slice(0, at) + noise + packet.slice(at)
        const merged = mergeXmp(broken, ours)
        if (merged === null) return
        const added =
          /<rdf:Description xmlns:rdf="[^"]+" rdf:about=("[^"]*"|'[^']*') xmlns:espalier.*?<\/rdf:Description>/s
        expect(merged.replace(added, '')).toBe(broken)
      }),
    ))
})
