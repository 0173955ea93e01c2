const bytesOf = (text: string) => Uint8Array.from(text, (each) => each.charCodeAt(0))
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

/** A text in UTF-8. */
export const utf8 = (text: string): Uint8Array =>
  bytesOf(
    encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  )

/** A number in as many bytes as it needs. */
function number(value: number, bytes: number, order: 'big' | 'little'): Uint8Array {
  const big = Array.from({ length: bytes }, (_, place) => (value >>> (8 * (bytes - 1 - place))) & 255)
  return Uint8Array.from(order === 'big' ? big : big.reverse())
}

/** A text in UTF-16, without a byte order mark. */
export const utf16 = (text: string, order: 'big' | 'little'): Uint8Array =>
  join(...Array.from({ length: text.length }, (_, at) => number(text.charCodeAt(at), 2, order)))

/** The marker before a compressed text in these files, which needs no compressor. */
export const packed = Uint8Array.of(0x78)

type Text = [type: 'tEXt' | 'zTXt' | 'iTXt' | 'packed iTXt', keyword: string, text: string]

const chunk = (type: string, data: Uint8Array) =>
  join(number(data.length, 4, 'big'), bytesOf(type), data, number(0, 4, 'big'))

function textChunk([type, keyword, text]: Text): Uint8Array {
  switch (type) {
    case 'tEXt':
      return chunk(type, bytesOf(`${keyword}\0${text}`))
    case 'zTXt':
      return chunk(type, join(bytesOf(`${keyword}\0\0`), packed, bytesOf(text)))
    case 'iTXt':
      return chunk(type, join(bytesOf(`${keyword}\0\0\0\0\0`), utf8(text)))
    case 'packed iTXt':
      return chunk('iTXt', join(bytesOf(`${keyword}\0\x01\0en\0\0`), packed, utf8(text)))
  }
}

const pngOf = (...chunks: Uint8Array[]) =>
  join(bytesOf('\x89PNG\r\n\x1a\n'), chunk('IHDR', new Uint8Array(13)), ...chunks, chunk('IEND', new Uint8Array()))

/** The chunks of a PNG without pixels. */
export const png = (...texts: Text[]): Uint8Array => pngOf(...texts.map(textChunk))

/** The same with Exif. */
export const pngWith = (exif: Uint8Array): Uint8Array => pngOf(chunk('eXIf', exif))

const segment = (marker: number, data: Uint8Array) =>
  join(Uint8Array.of(0xff, marker), number(data.length + 2, 2, 'big'), data)
const jpegOf = (app1: Uint8Array) =>
  join(
    Uint8Array.of(0xff, 0xd8),
    segment(0xe0, bytesOf('JFIF\0\x01\x02\0\0\x01\0\x01\0\0')),
    segment(0xe1, app1),
    Uint8Array.of(0xff, 0xda),
  )

/** The segments of a JPEG without pixels, with Exif behind a segment of JFIF. */
export const jpegWith = (exif: Uint8Array): Uint8Array => jpegOf(join(bytesOf('Exif\0\0'), exif))

/** The same with XMP. */
export const jpegWithXmp = (packet: string): Uint8Array =>
  jpegOf(join(bytesOf('http://ns.adobe.com/xap/1.0/\0'), utf8(packet)))

const riff = (name: string, data: Uint8Array) =>
  join(bytesOf(name), number(data.length, 4, 'little'), data, new Uint8Array(data.length % 2))
const webpOf = (name: string, data: Uint8Array) =>
  riff('RIFF', join(bytesOf('WEBP'), riff('VP8 ', new Uint8Array(7)), riff(name, data)))

/** The chunks of a WebP, with Exif behind one of an odd length. */
export const webpWith = (exif: Uint8Array): Uint8Array => webpOf('EXIF', exif)

/** The same with XMP. */
export const webpWithXmp = (packet: string): Uint8Array => webpOf('XMP ', utf8(packet))

type Exif = {
  readonly order: 'big' | 'little'
  readonly comment?: Uint8Array
  /** The type of the comment; left out: untyped bytes, as Exif wants it. */
  readonly commentType?: 'bytes' | 'ascii'
  readonly model?: string
  readonly make?: string
}

/** Exif from its TIFF header on: a directory with the fields for the camera, and one with the comment. */
export function exifOf({ order, comment, commentType = 'bytes', model, make }: Exif): Uint8Array {
  const header = join(bytesOf(order === 'big' ? 'MM' : 'II'), number(42, 2, order), number(8, 4, order))
  const directory = (at: number, entries: [tag: number, type: number, data: Uint8Array][]): Uint8Array => {
    let free = at + 2 + entries.length * 12 + 4
    const rows: Uint8Array[] = []
    const beside: Uint8Array[] = []
    for (const [tag, type, data] of entries) {
      const isInside = type === 4 || data.length <= 4
      const value = isInside ? join(data, new Uint8Array(4 - data.length)) : number(free, 4, order)
      rows.push(
        join(number(tag, 2, order), number(type, 2, order), number(type === 4 ? 1 : data.length, 4, order), value),
      )
      if (isInside) continue
      beside.push(data)
      free += data.length
    }
    return join(number(entries.length, 2, order), ...rows, number(0, 4, order), ...beside)
  }
  const camera = [
    ...(make === undefined ? [] : [[0x010f, 2, bytesOf(make)]]),
    ...(model === undefined ? [] : [[0x0110, 2, bytesOf(model)]]),
  ] as [number, number, Uint8Array][]
  const first = (link: number) => directory(8, [...camera, [0x8769, 4, number(link, 4, order)]])
  const start = header.length + first(0).length
  return join(
    header,
    first(start),
    directory(start, comment ? [[0x9286, commentType === 'bytes' ? 7 : 2, comment]] : []),
  )
}
