import type { AspectRatio } from '#domain/models/aspect-ratio.ts'
import { givenOf, markedPicture } from '../edit-pictures.ts'
import { editPrompt } from '../edit-words.ts'
import type { ReadablePictures } from '../input-pictures.ts'
import type { ImageRequest } from '../provider.ts'
import { base64Of, promptWithRoles, sentPictures } from '../sent-pictures.ts'

/** generateContent reads as many pictures in one request of the image models (ai.google.dev, image generation). */
const mostPictures = 14
/** A whole request may have 20 MB, and base64 makes four bytes of three: so much is left for the pictures together. */
const mostBytes = 14_000_000

/** The limit of each picture: one alone may be large, of many each is made smaller. */
const readable = ({ parent, edit, references }: ImageRequest): ReadablePictures => ({
  kinds: ['png', 'jpeg', 'webp'],
  mostBytes: mostBytes / Math.max(1, Math.min(mostPictures, references.length + (parent ? 1 : 0) + (edit ? 2 : 0))),
})

/** The ratios of `imageConfig.aspectRatio`; 21:9 is 2.333, and cropped to 2.35. */
const ratioNames: Readonly<Record<AspectRatio, string>> = {
  '4:3': '4:3',
  '3:2': '3:2',
  '16:9': '16:9',
  '2.35:1': '21:9',
  '1:1': '1:1',
  '4:5': '4:5',
  '2:3': '2:3',
  '9:16': '9:16',
}

/** Earlier prompts as turns with an answer: without the model's turns between them they would be read as part of this prompt. */
const earlierTurns = (history: readonly string[]) =>
  history.flatMap((text) => [
    { role: 'user', parts: [{ text }] },
    { role: 'model', parts: [{ text: 'The picture is made.' }] },
  ])

/**
 * The body of a generateContent call for one picture, as the Gemini API documents it (v1beta). @returns Also the warnings, as
 * sentences.
 */
export async function geminiRequest(request: ImageRequest) {
  const { model, aspectRatio, resolution, seed, edit } = request
  const given = edit && givenOf(edit)
  const { pictures: chosen, warnings } = await sentPictures(request, mostPictures - 1, readable(request))
  const marked = given?.mask
    ? [{ bytes: await markedPicture(given, given.mask), mediaType: 'image/png', role: 'content' } as const]
    : []
  const pictures = [...chosen.slice(0, 1), ...marked, ...chosen.slice(1)]
  const prompt = editPrompt(request, given?.mask ? 'marked-picture' : 'nothing')
  // An edited picture keeps its own ratio.
  const ratio = model.capabilities.supportsCustomRatios && !edit ? { aspectRatio: ratioNames[aspectRatio] } : {}
  return {
    warnings,
    body: {
      contents: [
        ...earlierTurns(request.conversationHistory),
        {
          role: 'user',
          parts: [
            ...pictures.map(({ bytes, mediaType }) => ({
              inlineData: { mimeType: mediaType, data: base64Of(bytes) },
            })),
            { text: promptWithRoles(prompt, pictures) },
          ],
        },
      ],
      generationConfig: { responseModalities: ['IMAGE'], seed, imageConfig: { ...ratio, imageSize: resolution } },
    },
  }
}
