import { z } from 'zod'
import { vendorFailure } from '#server/providers/common/vendor-failure.ts'
import { ProviderError } from '#server/providers/provider.ts'

/** Tokens: of the input, of the picture, and of the model's thoughts. */
const usageSchema = z.object({
  promptTokenCount: z.number().optional(),
  candidatesTokenCount: z.number().optional(),
  thoughtsTokenCount: z.number().optional(),
})

/** The part of a reply to generateContent that is read; everything may be missing, as refusals leave most of it out. */
const replySchema = z.object({
  candidates: z
    .array(
      z.object({
        finishReason: z.string().optional(),
        content: z
          .object({
            parts: z
              .array(
                z.object({
                  inlineData: z.object({ data: z.string() }).optional(),
                  // As protocol buffers spell it, which some proxies hand on.
                  inline_data: z.object({ data: z.string() }).optional(),
                  fileData: z.object({ fileUri: z.string() }).optional(),
                  thought: z.boolean().optional().catch(undefined),
                }),
              )
              .optional(),
          })
          .optional(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  // A picture that was paid for is not lost over the count of tokens.
  usageMetadata: usageSchema.optional().catch(undefined),
  responseId: z.string().optional().catch(undefined),
})

type TokenPrices = { readonly prompt: number; readonly picture: number; readonly thoughts: number }

/** US dollars for a million tokens by model (Google's price list, as LiteLLM and lumenfall.ai repeat it in autumn 2026). */
const pricesByModel: Readonly<Partial<Record<string, TokenPrices>>> = {
  'gemini-nano-banana-2.1': { prompt: 1.5, picture: 30, thoughts: 7.5 },
  'gemini-3.1-flash-lite-image': { prompt: 0.25, picture: 30, thoughts: 1.5 },
  'gemini-3-pro-image': { prompt: 2, picture: 120, thoughts: 12 },
}

/** @returns null for a model without known prices. */
function costOf(usage: z.infer<typeof usageSchema>, apiModel: string): number | null {
  const prices = pricesByModel[apiModel]
  if (!prices) return null
  const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usage
  const millionths =
    promptTokenCount * prices.prompt + candidatesTokenCount * prices.picture + thoughtsTokenCount * prices.thoughts
  return millionths / 1_000_000
}

/** The finish reasons of a refusal. The others mean that something went wrong. */
const refusals: Readonly<Record<string, string>> = {
  SAFETY: "Google's safety rules don't allow this picture. Word the prompt differently.",
  IMAGE_SAFETY: "Google's safety rules don't allow this picture. Word the prompt differently.",
  PROHIBITED_CONTENT: "Google's rules don't allow what this prompt asks for. Word it differently.",
  IMAGE_PROHIBITED_CONTENT: "Google's rules don't allow what this prompt asks for. Word it differently.",
  BLOCKLIST: "Google doesn't take a word of this prompt. Word it differently.",
  SPII: "Google doesn't make pictures from personal data. Leave it out of the prompt.",
  RECITATION: 'Google stopped, as the picture came too close to an existing one. Word the prompt differently.',
  IMAGE_RECITATION: 'Google stopped, as the picture came too close to an existing one. Word the prompt differently.',
  NO_IMAGE: 'Google made no picture of this prompt. Say what is to be seen.',
}

const blocked = "Google's safety rules don't allow this prompt or one of its pictures. Word it differently."

type Reply = z.infer<typeof replySchema>
type Candidate = NonNullable<Reply['candidates']>[number]

/** Joins the replies of a stream: all parts in their order, of everything else the last. */
function joined(replies: readonly Reply[]): Reply & { readonly candidate: Candidate | undefined } {
  const first = replies.flatMap(({ candidates }) => candidates?.slice(0, 1) ?? [])
  const parts = first.flatMap(({ content }) => content?.parts ?? [])
  const finishReason = first.findLast((each) => each.finishReason)?.finishReason
  return {
    ...Object.assign({}, ...replies),
    candidate: { content: { parts }, ...(finishReason === undefined ? {} : { finishReason }) },
  }
}

/**
 * Reads the picture of a reply with status 200, which may also be a refusal. @param json One reply, or a list of those of a
 * stream. @param apiModel Google's id of the model, for its price. @returns `picture`: base64, or the address of the picture. @throws ProviderError `refused`, or `failed` where the reply
 * contains neither a picture nor a reason.
 */
export function readGeminiReply(
  json: unknown,
  apiModel: string,
): { picture: string; costUsd?: number; requestId?: string } {
  const reply = joined([json].flat().flatMap((each) => replySchema.safeParse(each).data ?? []))
  const blockReason = reply.promptFeedback?.blockReason
  if (blockReason) throw new ProviderError('refused', blocked, { vendorCode: blockReason, health: 'reachable' })

  const { candidate } = reply
  const pictures = candidate?.content?.parts?.flatMap(({ inlineData, inline_data, fileData, thought }) => {
    const picture = inlineData?.data || inline_data?.data || fileData?.fileUri
    // Pictures among the model's thoughts are drafts.
    return picture && !thought ? [picture] : []
  })
  const picture = pictures?.at(-1)
  if (picture !== undefined) {
    const costUsd = reply.usageMetadata ? costOf(reply.usageMetadata, apiModel) : null
    return {
      picture,
      ...(costUsd === null ? {} : { costUsd }),
      ...(reply.responseId ? { requestId: reply.responseId } : {}),
    }
  }
  const finishReason = candidate?.finishReason ?? 'none'
  const refusal = refusals[finishReason]
  if (refusal) throw new ProviderError('refused', refusal, { vendorCode: finishReason, health: 'reachable' })
  throw vendorFailure('Google', 'empty', { vendorCode: finishReason })
}
