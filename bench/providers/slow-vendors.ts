import { setTimeout as wait } from 'node:timers/promises'
import type { ImageProvider } from '#server/providers/provider.ts'
import { type AllVendors, startAllVendors } from '#server-testing/vendors/all-vendors.ts'

/**
 * All vendors, each as slow as its models are in the catalogue, give or take a quarter, and with room for any number of
 * pictures until `setRoom` says how many each takes at once. The time passes before the vendor is asked, so that its fake on this machine takes no part in it.
 */
export async function startSlowVendors(): Promise<AllVendors & { setRoom(pictures: number): void }> {
  const vendors = await startAllVendors(50)
  let room = Number.POSITIVE_INFINITY
  const providers = vendors.providers.map((provider) => asSlowAsInLife(provider, () => room))
  return {
    ...vendors,
    providers,
    setRoom(pictures) {
      room = pictures
    },
  }
}

/** Seconds for which a picture is in work: the catalogue's, from 3 to 20 so that a run ends today. */
export const secondsOf = (typical: number) => Math.min(20, Math.max(3, typical))

/** A quarter more or less, by the picture's seed: the same in each run. */
const spread = (seed: number) => 0.75 + (seed % 1_000) / 2_000

const asSlowAsInLife = ({ atOncePerKey: _any, ...provider }: ImageProvider, room: () => number): ImageProvider => ({
  ...provider,
  get concurrency() {
    return room()
  },
  async generate(request, call) {
    const seconds = secondsOf(request.model.stats.seconds) * spread(request.seed)
    await wait(seconds * 1_000, undefined, { signal: call.signal })
    return provider.generate(request, call)
  },
})
