import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sampleCoverUrl, sampleExampleUrls } from '#contract/cards/style-pictures.ts'
import { picturesEdition } from '#domain/styles/pictures-edition.ts'
import { sampleStyles } from '#domain/styles/sample-styles.ts'

const web = new URL('../../web/public', import.meta.url)
const folder = new URL(`${web}/styles/${picturesEdition}/`)
const names = readdirSync(folder).sort()
const bytesOf = (name: string) => readFileSync(new URL(name, folder))

describe('the pictures of the sample styles', () => {
  it('exist exactly where a style names them', () => {
    const addresses = sampleStyles.flatMap((style) => [sampleCoverUrl(style), ...sampleExampleUrls(style)])
    expect(names.map((name) => `/styles/${picturesEdition}/${name}`)).toEqual(addresses.sort())
    expect(readdirSync(new URL(`${web}/styles/`))).toEqual([picturesEdition])
  })

  it('are in a folder named after their hash: an address never changes its content', () => {
    const hash = createHash('sha256')
    for (const name of names) hash.update(name).update(bytesOf(name))
    expect(hash.digest('hex').slice(0, 8)).toBe(picturesEdition)
  })

  it('take less than 1.5 MB together', () => {
    expect(names.reduce((sum, name) => sum + bytesOf(name).byteLength, 0)).toBeLessThan(1_500_000)
  })
})
