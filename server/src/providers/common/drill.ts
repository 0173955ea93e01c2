import { setTimeout as wait } from 'node:timers/promises'
import { type ImageProvider, ProviderError } from '../provider.ts'

type Drill = 'refuse' | 'fail' | 'flaky' | 'slow'

const slowMs = 10_000

/** The drills that a prompt requests for the image of this order number: `[[fail]]` for all four, `[[fail:2]]` for one. */
function drillsFor(prompt: string, orderNum: number): Set<Drill> {
  const found = prompt.matchAll(/\[\[(refuse|fail|flaky|slow)(?::(\d))?\]\]/g)
  return new Set(
    [...found].filter(([, , only]) => only === undefined || Number(only) === orderNum).map(([, name]) => name as Drill),
  )
}

/** For drills and tests: makes a provider refuse, fail, fail once or be slow where the prompt says so. */
export function withDrill(provider: ImageProvider): ImageProvider {
  return {
    ...provider,
    // Slow pictures only wait: they must not take the painters' places.
    concurrency: provider.concurrency + 8,
    async generate(request, call) {
      const drills = drillsFor(request.prompt, request.orderNum)
      if (drills.has('slow')) await wait(slowMs, undefined, { signal: call.signal })
      if (drills.has('refuse')) throw new ProviderError('refused', 'The engine refused this prompt (drill).')
      if (drills.has('fail')) throw new ProviderError('invalid', 'The engine failed (drill).')
      if (drills.has('flaky') && call.tries === 0)
        throw new ProviderError('failed', 'The engine was away for a moment (drill).')
      return provider.generate(request, call)
    },
  }
}
