import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxNameBytes, maxNameUnits, type NamedImage, nameExports, nameVariables, variablesOf } from './export-names.ts'

const image: NamedImage = {
  project: 'Spring',
  model: 'Nano Banana 2',
  seed: 42,
  date: '2026-11-30',
  width: 2_048,
  height: 1_024,
  prompt: 'A heron, at dawn',
}
const named = (template: string, images: readonly Partial<NamedImage>[] = [{}], extension = 'png') => {
  const names = nameExports(
    template,
    images.map((each) => ({ ...image, ...each })),
    extension,
  )
  return names.ok ? names.value : names.error
}

describe('nameExports', () => {
  it.each([
    ['{project}-{n}-{model}-{seed}', 'Spring-1-Nano Banana 2-42.png'],
    ['{date} {width}x{height}', '2026-11-30 2048x1024.png'],
    ['{prompt}', 'A heron, at dawn.png'],
    ['a {b', 'a {b.png'],
    ['', 'image.png'],
    ['...', 'image.png'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j.png'],
    ['con', 'file-con.png'],
    ['LPT1.final', 'file-LPT1.final.png'],
    ['CON .x', 'file-CON .x.png'],
    ['console', 'console.png'],
    ['ends. . ', 'ends.png'],
    ['.hidden', 'hidden.png'],
    ['gpj.\u202Eexe', 'gpj. exe.png'],
    ['tab\there\u0000', 'tab here.png'],
  ])('makes of %j %j', (template, name) => expect(named(template)).toEqual([name]))

  it('numbers images from 1, with as many digits as the last one', () =>
    expect(named('{n}', Array(10).fill({}))).toEqual(
      ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'].map((n) => `${n}.png`),
    ))

  it('calls the model of a picture that was brought in brought-in', () =>
    expect(named('{model}', [{ model: null }])).toEqual(['brought-in.png']))

  it('gives equal names -2 and -3, also where they differ by case or by the form of an accent alone', () => {
    expect(named('{project}', [{ project: 'Caf\u00e9' }, { project: 'cafe\u0301' }, { project: 'CAF\u00c9' }])).toEqual(
      ['Café.png', 'café-2.png', 'CAFÉ-3.png'],
    )
    expect(named('{project}', [{ project: 'a' }, { project: 'a-2' }, { project: 'a' }, { project: 'a' }])).toEqual([
      'a.png',
      'a-2.png',
      'a-3.png',
      'a-4.png',
    ])
  })

  it('refuses an unknown variable by its name', () => {
    expect(named('{project}-{author}')).toEqual({ code: 'unknown-variable', variable: 'author' })
    expect(named('{}')).toEqual({ code: 'unknown-variable', variable: '' })
    expect(named('{ n }')).toEqual({ code: 'unknown-variable', variable: ' n ' })
  })

  it('makes names that every file system takes, all of them different', () => {
    const text = fc
      .array(fc.integer({ max: 0xffff, min: 0 }), { maxLength: 30 })
      .map((units) => String.fromCharCode(...units))
    const odd = fc.constantFrom(
      'con',
      'nul.',
      '..',
      '',
      ' ',
      'COM1',
      '-',
      'a',
      'A',
      '😀'.repeat(70),
      'e\u0301',
      'é',
      'ß',
      'SS',
      'a-2',
      '水'.repeat(130),
    )
    const template = fc.array(fc.oneof(odd, text, fc.constantFrom(...nameVariables.map((name) => `{${name}}`))), {
      maxLength: 5,
    })
    const images = fc.array(
      fc.record({ project: fc.oneof(odd, text), prompt: text, model: fc.oneof(odd, fc.constant(null)) }),
      {
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(template, images, (pieces, found) => {
        const names = named(pieces.join(''), found, 'jpg')
        if (!Array.isArray(names)) return
        const folded = names.map((name) => name.normalize('NFC').toLowerCase())
        expect(new Set(folded).size).toBe(found.length)
        const isSafe = (name: string) =>
          name.length <= maxNameUnits &&
          Buffer.byteLength(name) <= maxNameBytes &&
          /^[^<>:"/\\|?*\p{Cc}. ][^<>:"/\\|?*\p{Cc}]*\.jpg$/u.test(name) &&
          !/[. ]\.jpg$|^(con|prn|aux|nul|com\d|lpt\d)\s*\./i.test(name) &&
          name.isWellFormed()
        expect(names.filter((name) => !isSafe(name))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('variablesOf', () => {
  it('lists what a template tells', () => {
    expect(variablesOf('{n}-{prompt}-x')).toEqual({ ok: true, value: new Set(['n', 'prompt']) })
  })
})
