import { describe, expect, it } from 'vitest'
import { exifOf, jpegWith, png, utf8, utf16, webpWith } from '../testing/picture-files.ts'
import { type FoundRecord, findRecord } from './found-record.ts'

const prompt = 'a lighthouse, stormy sea'
const negative = 'blurry, lowres'
const settings =
  'Steps: 20, Sampler: Euler a, CFG scale: 7, Seed: 42, Size: 512x768, Model hash: aabbccdd, Model: someXL_v1'
const lines = `${prompt}\nNegative prompt: ${negative}\n${settings}`
const parameters = (text: string) => png(['iTXt', 'parameters', text])

/** What a person expects of every file of the table, unless it says otherwise. */
const expected = { prompt, negative, seed: '42', model: 'someXL_v1' }
type Expected = { prompt: string; negative: string; seed: string; model: string | null }

function told(record: FoundRecord | null): Expected | null {
  if (record?.kind !== 'foreign') return null
  const settingOf = (name: string) => record.unmapped.find((each) => each.name === name)?.value ?? ''
  const { prompt, model } = record
  return { prompt, negative: settingOf('Negative prompt'), seed: settingOf('Seed'), model }
}

const lineForms: readonly [string, string, Partial<Expected>?][] = [
  ['as AUTOMATIC1111 writes it', lines],
  [
    'with hashes as JSON',
    `${lines}, Hashes: {"vae": "1234567890", "model": "aabbccdd", "lora:foo": "99"}, Version: v1.9`,
  ],
  [
    'with resources of Civitai',
    `${lines}, Clip skip: 2, Civitai resources: [{"type":"checkpoint","modelVersionId":1},{"type":"lora","weight":0.4}], Civitai metadata: {}`,
  ],
  ['with a line end behind it', `${lines}\n`],
  ['with the line ends of Windows', `${lines.replaceAll('\n', '\r\n')}\r\n`],
  [
    'with templates behind the settings',
    `${lines}\nTemplate: a {lighthouse|tower}, stormy sea\nNegative Template: ${negative}`,
  ],
  ['with a template among the settings', `${lines}, Template: "a {lighthouse|tower}, stormy sea"`],
  ['with ADetailer and odd names', `${lines}, ADetailer prompt: "face, [PROMPT]", (odd) key: 1, Hires upscale: 2`],
  [
    'with brackets in names',
    `${lines}, TI hashes: "x: 1", Noise multiplier(img2img): 0.5, Eta (DDIM): 0.2, 2nd pass: yes`,
  ],
  ['with JSON that does not end', `${lines}, Hashes: {"vae": "12, Version: v1.9`],
  ['with a value that does not end', `${lines}, Lora hashes: "foo: 00, Version: v1.9`],
  ['in one line', `${prompt} Negative prompt: ${negative} ${settings}`],
  ['with a negative prompt of two lines', lines.replace('lowres', 'lowres\nugly'), { negative: `${negative}\nugly` }],
  ['with an empty negative prompt', `${prompt}\nNegative prompt:\n${settings}`, { negative: '' }],
  ['without a space behind the head', `${prompt}\nNegative prompt:${negative}\n${settings}`],
  ['with a seed of 64 bits', lines.replace('42', '18446744073709551615'), { seed: '18446744073709551615' }],
  [
    'with colons in the prompt',
    `poster\nTitle: The Fox, Subtitle: A tale, Mood: calm\n${settings}`,
    { prompt: 'poster\nTitle: The Fox, Subtitle: A tale, Mood: calm', negative: '' },
  ],
  [
    'of a prompt that ends as settings do',
    'poster\nTitle: The Fox, Subtitle: A tale, Mood: calm',
    { prompt: 'poster\nTitle: The Fox, Subtitle: A tale, Mood: calm', negative: '', seed: '', model: null },
  ],
]

const jsonForms: readonly [string, string, string, object][] = [
  [
    'SwarmUI',
    'parameters',
    'SwarmUI',
    {
      sui_image_params: {
        prompt,
        negativeprompt: negative,
        model: 'someXL_v1',
        seed: 42,
        steps: 20,
        width: 512,
        height: 768,
      },
    },
  ],
  [
    'Fooocus',
    'parameters',
    'Fooocus',
    { prompt, negative_prompt: negative, seed: '42', base_model: 'someXL_v1', resolution: '(512, 768)' },
  ],
  [
    'InvokeAI',
    'invokeai_metadata',
    'InvokeAI',
    {
      positive_prompt: prompt,
      negative_prompt: negative,
      seed: 42,
      width: 512,
      height: 768,
      model: { name: 'someXL_v1' },
    },
  ],
]

const words = lines.replace(prompt, '灯塔, буря, 🌊 phare à côté')
const headed = (head: string, text: Uint8Array) => Uint8Array.from([...utf8(head), ...text])
const comments: readonly [string, Uint8Array, 'big' | 'little', ('bytes' | 'ascii')?][] = [
  ['UTF-16 in the order of the file', headed('UNICODE\0', utf16(words, 'big')), 'big'],
  ['UTF-16 in the other order', headed('UNICODE\0', utf16(words, 'big')), 'little'],
  ['UTF-8 under the name of UTF-16', headed('UNICODE\0', utf8(words)), 'little'],
  ['UTF-16 under a name in small letters', headed('Unicode\0', utf16(words, 'little')), 'little'],
  ['UTF-8 without a name', utf8(words), 'little'],
  ['UTF-8 behind eight zeros', headed('\0'.repeat(8), utf8(words)), 'big'],
  ['UTF-8 typed as text', utf8(words), 'big', 'ascii'],
]

describe('the record of another tool', () => {
  it.each(lineForms)('is found in lines %s', async (_form, text, differs) =>
    expect(told(await findRecord(parameters(text), async () => null))).toEqual({ ...expected, ...differs }),
  )

  it.each(jsonForms)('is found in the JSON of %s', async (_form, keyword, tool, json) => {
    const found = await findRecord(png(['iTXt', keyword, JSON.stringify(json)]), async () => null)
    expect(told(found)).toEqual(expected)
    expect(found).toMatchObject({ tool, aspectRatio: '2:3' })
  })

  it('is none where JSON is of a form that is not known', async () =>
    expect(await findRecord(parameters('{"prompt": ["a"], "n": 1}'), async () => null)).toBeNull())

  it.each(comments)('is found in a comment of %s', async (_form, comment, order, commentType = 'bytes') => {
    const exif = exifOf({ order, comment, commentType })
    for (const file of [jpegWith(exif), webpWith(exif)])
      expect(told(await findRecord(file, async () => null))).toEqual({
        ...expected,
        prompt: '灯塔, буря, 🌊 phare à côté',
      })
  })

  it('is found in the JSON of a comment', async () => {
    const [, , , json] = jsonForms[0] ?? []
    const exif = exifOf({ order: 'big', comment: headed('ASCII\0\0\0', utf8(JSON.stringify(json))) })
    expect(told(await findRecord(jpegWith(exif), async () => null))).toEqual(expected)
  })
})
