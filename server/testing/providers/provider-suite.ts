import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Model } from '#domain/models/model.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import { inspectBytes } from '#server-testing/inspect-bytes.ts'
import {
  fakeKey,
  retryAfterSeconds,
  type Scene,
  startVendorFake,
  type VendorFake,
  vendorWords,
} from '#server-testing/vendors/vendor-fake.ts'
import { imageCall, imageRequest } from './image-request.ts'
import { describeFrames, describePictures } from './picture-cases.ts'
import {
  expectKeyOnlyInItsHeader,
  failureOf,
  type ProviderUnderTest,
  providerFailureOf,
} from './provider-under-test.ts'

/** The class of error that a scene ends in, and the provider's health after it. */
const failures: readonly (readonly [Scene, RegExp, RegExp])[] = [
  ['rate-limited', /^rate-limited$/, /^reachable$/],
  ['wrong-key', /^key$/, /^reachable$/],
  ['no-credit', /^key$/, /^reachable$/],
  ['overloaded', /^provider-down$/, /^unreachable$/],
  ['invalid-request', /^invalid$/, /^reachable$/],
  ['fails', /^failed$/, /^reachable$/],
  ['empty', /^(failed|invalid)$/, /^reachable$/],
  ['expired-address', /^(failed|invalid)$/, /^(reachable|unknown)$/],
]

/** The contract of every adapter, tested against a fake of its vendor. Each adapter's test calls it once. */
export function describeProvider(subject: ProviderUnderTest): void {
  const [model] = subject.models as readonly [Model, ...Model[]]
  const knows = (scene: Scene) => !subject.lacks?.includes(scene)
  const isRemembered = subject.requests === 'remembered'

  describe(`${subject.name} as a provider`, () => {
    let fake: VendorFake
    let provider: ImageProvider
    const printed = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name))

    beforeEach(async () => {
      for (const spy of printed) spy.mockClear()
      fake = await subject.startFake()
      provider = subject.createProvider(fake)
    })

    afterEach(async () => {
      await provider.close?.()
      await fake.stop()
      expectKeyOnlyInItsHeader(fake.asked, subject.keyHeader)
      for (const spy of printed) expect(spy.mock.calls).toEqual([])
    })

    it('delivers a whole picture', async () => {
      const call = imageCall()
      const answer = await provider.generate(imageRequest(model), call)
      const picture = await inspectBytes(answer.bytes)
      expect(picture.width).toBeGreaterThan(0)
      expect(Number.isInteger(answer.seed)).toBe(true)
      expect(answer.warnings).toEqual([])
      expect(fake.creates()).toHaveLength(1)
    })

    it.each(subject.wrappings)('delivers the picture of a reply that is wrapped as %s', async (wrapping) => {
      fake.wrap(wrapping)
      const answer = await provider.generate(imageRequest(model), imageCall())
      expect((await inspectBytes(answer.bytes)).width).toBeGreaterThan(0)
      expect(fake.creates()).toHaveLength(1)
    })

    it.runIf(subject.keyHeader !== null)('follows no redirect with the request and its key', async () => {
      const elsewhere = await startVendorFake({ isCreate: () => true, answer: () => Response.json({}) })
      const redirecting = await startVendorFake({
        isCreate: () => true,
        answer: ({ path }) => new Response(null, { status: 307, headers: { location: `${elsewhere.url}${path}` } }),
      })
      const misled = subject.createProvider(redirecting)
      const failure = await providerFailureOf(misled.generate(imageRequest(model), imageCall()))
      await misled.checkKey?.(fakeKey, new AbortController().signal).catch(() => undefined)
      expect(redirecting.asked.length).toBeGreaterThan(0)
      expect(elsewhere.asked).toEqual([])
      expect(failure.health).toBe('reachable')
      await misled.close?.()
      await redirecting.stop()
      await elsewhere.stop()
    })

    it.runIf(subject.keyHeader !== null)("requests a model by the operator's id", async () => {
      const renamed = { ...model, apiModel: 'renamed/by-the-operator' }
      // The vendor may not have it; only the requested id counts.
      await provider.generate(imageRequest(renamed), imageCall()).catch(() => undefined)
      const asked = fake.asked.map(({ path, headers, body }) =>
        [path, headers.get('ai-model-id'), Buffer.from(body).toString('latin1')].join(' '),
      )
      expect(asked.some((each) => each.includes(renamed.apiModel))).toBe(true)
    })

    it.runIf(subject.keyHeader !== null).each([404, 410])(
      'says that the model is gone where its request is answered with %i, without a retry',
      async (status) => {
        const retired = await startVendorFake({
          isCreate: () => true,
          answer: () => Response.json({ error: { message: vendorWords } }, { status }),
        })
        const after = subject.createProvider(retired)
        const failure = await providerFailureOf(after.generate(imageRequest(model), imageCall()))
        await after.close?.()
        await retired.stop()
        expect(failure.message).toMatch(/does not offer this model any more/)
        expect([failure.code, failure.health]).toEqual(['invalid', 'reachable'])
      },
    )

    it('delivers after some waiting, and reports progress where the vendor does', async () => {
      fake.play('delivers-slowly')
      const call = imageCall()
      const answer = await provider.generate(imageRequest(model), call)
      await inspectBytes(answer.bytes)
      const fractions = call.reports.flatMap(({ fraction }) => fraction ?? [])
      const previews = call.reports.flatMap(({ preview }) => preview ?? [])
      expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true)
      expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
      if (subject.progress === 'fraction') expect(fractions.length).toBeGreaterThan(0)
      if (subject.progress === 'preview') expect(previews.length).toBeGreaterThan(0)
      for (const preview of previews) await inspectBytes(preview)
    })

    describe('each request is sent once:', () => {
      it('sends no request when it is aborted before it began', async () => {
        const reason = new Error('not wanted')
        const failure = await failureOf(
          provider.generate(imageRequest(model), imageCall({ signal: AbortSignal.abort(reason) })),
        )
        expect(failure).toBe(reason)
        expect(fake.creates()).toHaveLength(0)
      })

      it('stops waiting in the middle, with the reason of the signal', async () => {
        fake.play('silent')
        const stop = new AbortController()
        const reason = new Error('not wanted any more')
        const call = imageCall({ signal: stop.signal })
        const failure = failureOf(provider.generate(imageRequest(model), call))
        await vi.waitFor(() => expect(isRemembered ? call.remembered : fake.creates()).toHaveLength(1))
        stop.abort(reason)
        expect(await failure).toBe(reason)
        expect(fake.cancels()).toHaveLength(0)
        if (subject.cancel === 'by-hanging-up')
          await vi.waitFor(() => expect(fake.lastCreate().hungUp.aborted).toBe(true))
      })

      it.runIf(isRemembered)('stores the id before it polls for the result', async () => {
        const askedWhenStored: number[] = []
        const call = imageCall({
          async rememberRequest() {
            await new Promise((resolve) => setTimeout(resolve, 30))
            askedWhenStored.push(fake.asked.length)
          },
        })
        const answer = await provider.generate(imageRequest(model), call)
        expect(askedWhenStored).toHaveLength(1)
        expect(askedWhenStored).toEqual([fake.asked.indexOf(fake.lastCreate()) + 1])
        expect(answer.requestId).toBeTruthy()
      })

      it.runIf(isRemembered)(
        'fetches the result of an earlier request after a restart, any number of times',
        async () => {
          fake.play('delivers-slowly')
          const stop = new AbortController()
          const died = new Error('the worker died')
          const first = imageCall({ signal: stop.signal })
          const dead = failureOf(
            provider.generate(imageRequest(model), {
              ...first,
              async rememberRequest(requestId) {
                first.remembered.push(requestId)
                stop.abort(died)
              },
            }),
          )
          expect(await dead).toBe(died)
          const [requestId = null] = first.remembered
          const again = subject.createProvider(fake)
          const resumed = imageCall({ requestId })
          const answer = await again.generate(imageRequest(model), resumed)
          const repeated = await again.generate(imageRequest(model), imageCall({ requestId }))
          await again.close?.()
          await inspectBytes(answer.bytes)
          expect(Buffer.from(repeated.bytes)).toEqual(Buffer.from(answer.bytes))
          expect(answer.requestId).toBe(requestId)
          expect(resumed.remembered.every((id) => id === requestId)).toBe(true)
          expect(fake.creates()).toHaveLength(1)
        },
      )

      it.runIf(!isRemembered)('stores no request id where the vendor has none', async () => {
        const call = imageCall()
        await provider.generate(imageRequest(model), call)
        expect(call.remembered).toEqual([])
      })

      it('repeats no request by itself when the vendor is overloaded, rate-limited, or closes the connection', async () => {
        for (const scene of ['overloaded', 'rate-limited', 'empty', 'hangs-up'] as const) {
          if (!knows(scene)) continue
          const before = fake.creates().length
          fake.play(scene)
          await providerFailureOf(provider.generate(imageRequest(model), imageCall()))
          expect(fake.creates()).toHaveLength(before + 1)
        }
      })

      it('cancels the request at the vendor, or reports what it costs all the same', async () => {
        fake.play('silent')
        const stop = new AbortController()
        const call = imageCall({ signal: stop.signal })
        const failure = failureOf(provider.generate(imageRequest(model), call))
        await vi.waitFor(() => expect(isRemembered ? call.remembered : fake.creates()).toHaveLength(1))
        stop.abort(new Error('cancelled'))
        await failure
        const warning = await provider.cancel?.(call.remembered[0] ?? null, {
          key: fakeKey,
          signal: new AbortController().signal,
        })
        if (subject.cancel === 'by-call') expect(fake.cancels()).toHaveLength(1)
        if (subject.cancel === 'not-at-all') expect(warning).toMatch(/^[A-Z].{10,}\.$/)
        if (warning) expect(warning).toMatch(/^[A-Z].{10,}\.$/)
      })
    })

    describe('failures:', () => {
      it.each(failures.filter(([scene]) => knows(scene)))(
        '%s is %s, and the provider %s',
        async (scene, code, health) => {
          fake.play(scene)
          const failure = await providerFailureOf(provider.generate(imageRequest(model), imageCall()))
          expect(failure.code).toMatch(code)
          expect(failure.health).toMatch(health)
          expect(failure.retryAfterMs).toBe(scene === 'rate-limited' ? retryAfterSeconds * 1_000 : null)
        },
      )

      it.runIf(subject.keyHeader !== null)('keeps the delay that an overloaded vendor asks for', async () => {
        const overloaded = await startVendorFake({
          isCreate: () => true,
          answer: () => Response.json({ error: vendorWords }, { status: 503, headers: { 'retry-after': '20' } }),
        })
        const waiting = subject.createProvider(overloaded)
        const failure = await providerFailureOf(waiting.generate(imageRequest(model), imageCall()))
        await waiting.close?.()
        await overloaded.stop()
        expect([failure.code, failure.retryAfterMs]).toEqual(['provider-down', 20_000])
      })

      it.each(subject.refusals)('%s is refused, and not retried', async (scene) => {
        fake.play(scene)
        const failure = await providerFailureOf(provider.generate(imageRequest(model), imageCall()))
        expect(failure.code).toBe('refused')
        expect(failure.health).toBe('reachable')
      })

      it.runIf(knows('truncated'))('half a file is never accepted as a picture', async () => {
        fake.play('truncated')
        const outcome = await provider.generate(imageRequest(model), imageCall()).then(
          ({ bytes }) => ({ bytes }),
          async (error) => ({ failure: await providerFailureOf(Promise.reject(error)) }),
        )
        if ('failure' in outcome) expect(outcome.failure.code).toMatch(/^(failed|invalid)$/)
        else await expect(inspectBytes(outcome.bytes)).rejects.toThrow()
      })

      it('a vendor that closes the connection is unreachable', async () => {
        fake.play('hangs-up')
        const failure = await providerFailureOf(provider.generate(imageRequest(model), imageCall()))
        expect([failure.code, failure.health]).toEqual(['provider-down', 'unreachable'])
      })

      it('a vendor that refuses connections is unreachable', async () => {
        await fake.stop()
        const failure = await providerFailureOf(provider.generate(imageRequest(model), imageCall()))
        expect([failure.code, failure.health]).toEqual(['provider-down', 'unreachable'])
        fake = await subject.startFake()
      })
    })

    describe.runIf(subject.keyHeader !== null)('the check of a key:', () => {
      const look = (key: string) => provider.checkKey?.(key, new AbortController().signal) ?? 'unknown'

      it('reports whether the vendor accepts the key, by a call that makes no picture', async () => {
        expect(await look(fakeKey)).toBe(subject.keyCheck === 'asks' ? 'accepted' : 'unknown')
        expect(await look('sk-of-another-user')).toBe(subject.keyCheck === 'asks' ? 'rejected' : 'unknown')
        expect(fake.creates()).toHaveLength(0)
      })

      it('is unknown where the vendor cannot answer', async () => {
        fake.play('overloaded')
        expect(await look(fakeKey)).toBe('unknown')
        await fake.stop()
        expect(await look(fakeKey)).toBe('unknown')
        fake = await subject.startFake()
      })
    })

    describePictures(subject, () => ({ fake, provider }))
    describeFrames(subject, () => ({ fake, provider }))
  })
}
