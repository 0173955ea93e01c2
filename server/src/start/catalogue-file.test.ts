import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogue } from '#domain/models/catalogue.ts'
import { catalogueJsonSchema } from '#server/features/models/catalogue-file.ts'
import { readCatalogue, writeCatalogueSchema } from './catalogue-file.ts'

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

  it('adds a model like one of this release, orders and hides', async () => {
    const models = await reading(
      JSON.stringify({
        $schema: './models.schema.json',
        order: ['krea-3', 'flux'],
        'krea-3': {
          like: 'krea-2',
          name: 'Krea 3',
          apiModel: 'krea/krea-3',
          credits: 2.1,
          parameters: { creativity: 'high' },
        },
        'z-image': { hidden: true },
      }),
    )
    expect(models.slice(0, 2).map(({ name }) => name)).toEqual(['Krea 3', 'Flux'])
    expect(models[0]).toMatchObject({ provider: 'krea', form: 'krea-2', parameters: { creativity: 'high' } })
    expect(models.find(({ value }) => value === 'z-image')?.isHidden).toBe(true)
  })

  it.each([
    ['{', /is no JSON\.$/],
    ['{"flux-9": {}}', /is wrong at .*flux-9|is wrong at its top/],
    ['{"flux": {"credits": -1}}', /is wrong at flux\.credits/],
    ['{"flux": {"price": 1}}', /is wrong at flux/],
    ['{"flux": {"apiModel": ""}}', /is wrong at flux\.apiModel/],
    ['{"Flux 9": {"like": "flux", "name": "Flux 9"}}', /is wrong at Flux 9: a value has small letters/],
    ['{"flux-9": {"like": "flux-8", "name": "Flux 9"}}', /is wrong at flux-9\.like: must be the value of a model/],
    ['{"order": ["flux-9"]}', /is wrong at order\.0: there is no model 'flux-9'\.$/],
    ['{"flux": {"name": "Sketch"}}', /is wrong at flux: 'Sketch' is the name of two models/],
  ])('is refused where it contains %s, with the place of the error', async (text, sentence) => {
    await expect(reading(text)).rejects.toThrow(sentence)
  })
})

describe('the schema of the catalogue file', () => {
  const published = 'docs/models.schema.json'
  const written = () => `${JSON.stringify(catalogueJsonSchema(), null, 2)}\n`

  it('is published as it is (write it again with UPDATE_WIRE=1)', async () => {
    if (process.env.UPDATE_WIRE) await writeFile(published, written())
    expect(JSON.parse(await readFile(published, 'utf8'))).toEqual(catalogueJsonSchema())
  })

  it('names every model of this release and each field, with a description', () => {
    const schema = JSON.stringify(catalogueJsonSchema())
    for (const { value } of catalogue) expect(schema).toContain(`"${value}"`)
    for (const field of [
      'credits',
      'creditsByResolution',
      'retired',
      'successor',
      'hidden',
      'like',
      'parameters',
      'controls',
    ])
      expect(schema).toContain(`"${field}":{`)
  })

  it('is written beside the file where there is one, and a folder that cannot be written does not stop the start', async () => {
    const warnings: string[] = []
    const log = { warn: (_: unknown, message: string) => void warnings.push(message) } as never
    await writeCatalogueSchema(join(folder, 'none', 'models.json'), log)
    await reading('{}')
    await writeCatalogueSchema(join(folder, 'models.json'), log)
    expect(await readFile(join(folder, 'models.schema.json'), 'utf8')).toBe(written())
    expect(warnings).toEqual([])
  })
})
