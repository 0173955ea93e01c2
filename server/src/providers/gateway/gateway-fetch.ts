import { z } from 'zod'
import { jsonValuesIn } from '../json-answer.ts'
import { unredirectedFetch } from '../unredirected-fetch.ts'

const picture = z.union([
  z.string(),
  z.object({ b64_json: z.string() }).transform(({ b64_json }) => b64_json),
  z.object({ url: z.string() }).transform(({ url }) => url),
])

/** An answer with pictures, by the gateway's protocol or in the form of OpenAI's image calls. */
const answerSchema = z
  .object({
    images: z.array(picture).optional(),
    data: z.array(picture).optional(),
    isRetryable: z.boolean().optional().catch(undefined),
    providerMetadata: z
      .object({ gateway: z.record(z.string(), z.unknown()) })
      .optional()
      .catch(undefined),
  })
  .refine(({ images, data }) => images ?? data)

/**
 * The `fetch` of the gateway's SDK. The SDK rejects a reply whose form differs in any detail from its schema, and with it a
 * picture that was paid for; here a reply is reduced to what is read of it, and an event stream to its last event with pictures.
 */
export const gatewayFetch: typeof fetch = async (input, init) => {
  const response = await unredirectedFetch(input, init)
  if (!response.ok) return response
  const text = await response.text()
  const answers = (jsonValuesIn(text) ?? []).flatMap((value) => answerSchema.safeParse(value).data ?? [])
  const { images, data, ...rest } =
    answers.findLast((each) => (each.images ?? each.data ?? []).length > 0) ?? answers.at(-1) ?? {}
  const { status } = response
  if (!images && !data) return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  return Response.json({ ...rest, images: images ?? data }, { status })
}
