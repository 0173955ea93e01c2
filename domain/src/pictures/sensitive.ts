/** The states of a picture that the safety filter found sensitive: hidden behind a blur, or shown since a person asked for it. */
export const sensitiveStates = ['hidden', 'shown'] as const
export type SensitiveState = (typeof sensitiveStates)[number]

/** The scores of a classifier for a picture, each from 0 to 1. */
export type PictureClasses = Readonly<Record<'hentai' | 'porn' | 'sexy', number>>

/**
 * Whether a picture is hidden until it is asked for. The classifier is right for about nine of ten pictures (nsfwjs): one mistake costs a
 * press of a button, so it hides what is likelier than not; of `sexy`, which is often a portrait, only what is nearly certain.
 */
export const isSensitive = ({ hentai, porn, sexy }: PictureClasses): boolean => hentai + porn >= 0.5 || sexy >= 0.9
