import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import { readCatalogue } from './catalogue-file.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-catalogue-'))
})
afterAll(() => rm(folder, { recursive: true }))

const reading = async (text: string) => {
  const path = join(folder, 'models.json')
  await writeFile(path, text)
  return readCatalogue(path)
}

describe("the operator's catalogue file", () => {
  it('is optional', async () => {
    expect(await readCatalogue(join(folder, 'nowhere.json'))).toBe(catalogue)
  })

  it('changes ids, prices in credits, and what is retired', async () => {
    const models = await reading(
      JSON.stringify({
        'flux-krea': { apiModel: 'black-forest-labs/flux-krea-2', credits: 0.8 },
        'gemini-ai': { creditsByResolution: { '2K': 1.5, '4K': 4 } },
        flux: { retired: 'Krea has taken Flux down.' },
      }),
    )
    const of = (name: string) => models.find(({ value }) => value === name)
    expect(of('flux-krea')).toMatchObject({ apiModel: 'black-forest-labs/flux-krea-2', stats: { priceHundredths: 80 } })
    expect(of('gemini-ai')?.stats.pricesByResolution).toEqual({ '2K': 150, '4K': 400 })
    expect(of('flux')?.retired).toBe('Krea has taken Flux down.')
  })

  it.each([
    ['{', /is no JSON\.$/],
    ['{"flux-9": {}}', /is wrong at .*flux-9|is wrong at its top/],
    ['{"flux": {"credits": -1}}', /is wrong at flux\.credits/],
    ['{"flux": {"price": 1}}', /is wrong at flux/],
    ['{"flux": {"apiModel": ""}}', /is wrong at flux\.apiModel/],
  ])('is refused where it contains %s, with the place of the error', async (text, sentence) => {
    await expect(reading(text)).rejects.toThrow(sentence)
  })
})
