import { ProviderError } from '#server/providers/provider.ts'
import { createInstantProvider } from './instant-provider.ts'
import type { TestServerOptions } from './test-server.ts'

/** Four images of Sketch, and of the other model, in hundredths of a credit. */
export const sketchPrice = 40
export const otherPrice = 540
export const other = 'ChatGPT Image Fast'

/** Two models of different prices, for a user with ten credits. Sketch refuses the prompt 'forbidden'. */
export function pricedModels(): TestServerOptions {
  const instant = createInstantProvider()
  const provider = createInstantProvider({
    async generate(request, call) {
      if (request.prompt.includes('forbidden')) throw new ProviderError('refused', 'Not this.')
      return instant.generate(request, call)
    },
  })
  const second = createInstantProvider({ name: 'openai', opens: 'by-key' })
  return {
    providers: [provider, second],
    variables: {
      OPENAI_API_KEY: 'sk-of-the-operator',
      SKETCH_CREDITS: '0.10',
    },
    plans: { signUp: 10, daily: 0 },
  }
}
