import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AdmissionRefused, createAdmission, type Place } from './admission.ts'

/** Whether a promise has settled by now. */
const isSettled = async (promise: Promise<unknown>) =>
  (await Promise.race([
    promise.catch(() => undefined).then(() => 'settled'),
    new Promise((r) => setImmediate(r, 'open')),
  ])) === 'settled'

describe('admission', () => {
  it('admits at once up to the capacity, and again when a place is released', () => {
    const admission = createAdmission({ total: 10, perOwner: 10 })
    const first = admission.tryTake({ owner: 'ada', weight: 6 })
    expect(first).not.toBeNull()
    expect(admission.tryTake({ owner: 'bob', weight: 5 })).toBeNull()
    first?.release()
    first?.release()
    expect(admission.held()).toBe(0)
    expect(admission.tryTake({ owner: 'bob', weight: 5 })).not.toBeNull()
  })

  it('admits one owner to no more than their share, whatever is free', () => {
    const admission = createAdmission({ total: 10, perOwner: 4 })
    expect(admission.tryTake({ owner: 'ada', weight: 4 })).not.toBeNull()
    expect(admission.tryTake({ owner: 'ada', weight: 1 })).toBeNull()
    expect(admission.tryTake({ owner: 'bob', weight: 4 })).not.toBeNull()
  })

  it('admits a demand beyond the share, at its full weight, when the owner holds nothing else', () => {
    const admission = createAdmission({ total: 10, perOwner: 4 })
    expect(admission.tryTake({ owner: 'ada', weight: 7 })).not.toBeNull()
    expect(admission.held()).toBe(7)
    expect(admission.tryTake({ owner: 'ada', weight: 1 })).toBeNull()
    expect(admission.tryTake({ owner: 'bob', weight: 4 })).toBeNull()
  })

  it('refuses a demand beyond the whole capacity', async () => {
    const admission = createAdmission({ total: 10, perOwner: 4 })
    expect(admission.tryTake({ owner: 'ada', weight: 11 })).toBeNull()
    await expect(admission.take({ owner: 'ada', weight: 11 })).rejects.toEqual(new AdmissionRefused('room'))
  })

  it('lets a place grow within the share and the capacity', () => {
    const admission = createAdmission({ total: 5, perOwner: 4 })
    const place = admission.tryTake({ owner: 'ada', weight: 1 })
    expect([place?.grow(3), place?.grow(1)]).toEqual([true, false])
    admission.tryTake({ owner: 'bob', weight: 1 })
    place?.release()
    expect(admission.held()).toBe(1)
    expect(place?.grow(1)).toBe(false)
  })

  it('alternates between owners who hold equally much, however many demands the first has', async () => {
    const admission = createAdmission({ total: 1, perOwner: 1 })
    const started: string[] = []
    const work = (owner: string) =>
      admission.for(owner)(1, async () => {
        started.push(owner)
      })
    await Promise.all([...Array.from({ length: 4 }, () => work('ada')), work('bob'), work('bob')])
    expect(started).toEqual(['ada', 'ada', 'bob', 'ada', 'bob', 'ada'])
  })

  it('starts the demand of the owner who holds least first', async () => {
    const admission = createAdmission({ total: 3, perOwner: 3 })
    const [one, two] = [
      await admission.take({ owner: 'ada', weight: 1 }),
      await admission.take({ owner: 'ada', weight: 2 }),
    ]
    const started: string[] = []
    const wait = async (owner: string) => {
      await admission.take({ owner, weight: 1 })
      started.push(owner)
    }
    const places = [wait('ada'), wait('bob')]
    one.release()
    await places[1]
    expect(started).toEqual(['bob'])
    two.release()
    await Promise.all(places)
    expect(started).toEqual(['bob', 'ada'])
  })

  it('does not let small demands overtake a large one for ever', async () => {
    const admission = createAdmission({ total: 4, perOwner: 4 })
    const small = await admission.take({ owner: 'ada', weight: 1 })
    const large = admission.take({ owner: 'bob', weight: 4 })
    expect(admission.tryTake({ owner: 'eve', weight: 1 })).toBeNull()
    small.release()
    expect(await isSettled(large)).toBe(true)
  })

  it('admits others while an owner waits for their own share', async () => {
    const admission = createAdmission({ total: 4, perOwner: 2 })
    const place = await admission.take({ owner: 'ada', weight: 2 })
    const second = admission.take({ owner: 'ada', weight: 1 })
    expect(admission.tryTake({ owner: 'bob', weight: 2 })).not.toBeNull()
    expect(await isSettled(second)).toBe(false)
    place.release()
    expect(await isSettled(second)).toBe(true)
  })

  it('ends the wait when the signal is aborted, and starts what waited behind it', async () => {
    const admission = createAdmission({ total: 4, perOwner: 4 })
    await admission.take({ owner: 'ada', weight: 2 })
    const leaving = new AbortController()
    const large = admission.take({ owner: 'bob', weight: 4, signal: leaving.signal })
    const small = admission.take({ owner: 'eve', weight: 1 })
    expect(await isSettled(small)).toBe(false)
    leaving.abort(new Error('gone'))
    await expect(large).rejects.toThrow('gone')
    expect(await isSettled(small)).toBe(true)
  })

  it('refuses an owner who has too many waiting demands, and no other owner', async () => {
    const admission = createAdmission({ total: 1, perOwner: 1, waitingPerOwner: 1 })
    await admission.take({ owner: 'ada', weight: 1 })
    void admission.take({ owner: 'ada', weight: 1 }).catch(() => undefined)
    await expect(admission.take({ owner: 'ada', weight: 1 })).rejects.toEqual(new AdmissionRefused('owner'))
    expect(await isSettled(admission.take({ owner: 'bob', weight: 1 }))).toBe(false)
  })

  it('refuses a demand at its time limit', async () => {
    const admission = createAdmission({ total: 1, perOwner: 1, waitSeconds: 0.01 })
    await admission.take({ owner: 'ada', weight: 1 })
    await expect(admission.take({ owner: 'bob', weight: 1 })).rejects.toEqual(new AdmissionRefused('total'))
  })

  it('releases the place of work that fails', async () => {
    const admission = createAdmission({ total: 1, perOwner: 1 })
    await expect(admission.for('ada')(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(admission.held()).toBe(0)
  })

  it('never holds more than the capacity or a share, and starts every demand in the end', async () => {
    const demand = fc.record({ owner: fc.constantFrom('ada', 'bob', 'eve'), weight: fc.integer({ min: 0, max: 10 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(demand, { maxLength: 40 }), async (demands) => {
        const admission = createAdmission({ total: 10, perOwner: 6 })
        const holding = new Map<string, number>()
        let most = 0
        await Promise.all(
          demands.map(async ({ owner, weight }) => {
            const place: Place = await admission.take({ owner, weight })
            const sum = (holding.get(owner) ?? 0) + weight
            holding.set(owner, sum)
            most = Math.max(most, admission.held())
            expect(sum).toBeLessThanOrEqual(Math.max(weight, 6))
            await new Promise((resolve) => setImmediate(resolve))
            holding.set(owner, (holding.get(owner) ?? 0) - weight)
            place.release()
          }),
        )
        expect(most).toBeLessThanOrEqual(10)
        expect(admission.held()).toBe(0)
      }),
    )
  })
})
