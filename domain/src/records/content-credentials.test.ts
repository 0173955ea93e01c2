import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sayCredentials } from './content-credentials.ts'

const source = (name: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${name}`
const reportOf = (manifest: object, state = 'Valid') => ({
  active_manifest: 'urn:1',
  validation_state: state,
  manifests: { 'urn:1': manifest, 'urn:0': { claim_generator_info: [{ name: 'Older' }] } },
})
const created = (over: object = {}) => ({
  label: 'c2pa.actions.v2',
  data: { actions: [{ action: 'c2pa.created', digitalSourceType: source('trainedAlgorithmicMedia'), ...over }] },
})

describe('content credentials in words', () => {
  it('name the tool, that an AI model made it, and who signed', () => {
    expect(
      sayCredentials(
        reportOf({
          claim_generator_info: [{ name: 'Orchard Studio' }],
          signature_info: { issuer: 'Orchard Ltd' },
          assertions: [created({ softwareAgent: { name: 'Orchard Image 2' } })],
        }),
      ),
    ).toBe(
      'Its content credentials say: made with Orchard Image 2, by an AI model (signed by Orchard Ltd, which was not checked).',
    )
  })

  it('name the program that signed where no action names a tool', () => {
    const report = reportOf({ claim_generator_info: [{ name: 'Camera M1' }], assertions: [] })
    expect(sayCredentials(report)).toBe('Its content credentials say: made with Camera M1.')
  })

  it('say that a model took part where no tool has a name', () => {
    const composite = created({ digitalSourceType: source('compositeWithTrainedAlgorithmicMedia') })
    expect(sayCredentials(reportOf({ assertions: [composite] }))).toBe('Its content credentials say: by an AI model.')
  })

  it('repeat nothing of a picture that was changed after they were signed', () => {
    const report = reportOf({ assertions: [created({ softwareAgent: 'Orchard Image 2' })] }, 'Invalid')
    expect(sayCredentials(report)).toBe(
      'Its content credentials do not match it: the picture was changed after they were signed.',
    )
  })

  it('keep a name on one line, and short', () => {
    const softwareAgent = `Orchard\n\u202eegamI\u0007 ${'x'.repeat(500)}`
    const text = sayCredentials(reportOf({ assertions: [created({ softwareAgent })] })) ?? ''
    expect(text).toMatch(/^Its content credentials say: made with Orchard egamI x+, by an AI model\.$/)
    expect(text.length).toBeLessThan(160)
  })

  it('are null or a sentence for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (manifest, other) => {
        for (const report of [other, reportOf(Object(manifest)), reportOf({ assertions: manifest })]) {
          const text = sayCredentials(report)
          expect(text === null || text.endsWith('.')).toBe(true)
        }
      }),
    )
  })
})
