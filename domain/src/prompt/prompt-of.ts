/** The words that an image was made with: those that were drawn for it, else those of its card. */
export const promptOf = (
  card: { readonly prompt: string },
  // Absent from a server of the last release.
  image: { readonly prompt?: string | null },
): string => image.prompt ?? card.prompt
