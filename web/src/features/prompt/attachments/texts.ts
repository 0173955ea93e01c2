import type { AttachmentKind } from '#domain/prompt/attachment.ts'

const numbered = { style: (number: number) => `Style ${number}`, prompt: (number: number) => `Prompt ${number}` }

export const attachmentTexts = {
  list: 'Attached',
  label: (kind: AttachmentKind, number: number) =>
    kind === 'prompt' ? numbered.prompt(number) : numbered.style(number),
  remove: (label: string) => `Remove ${label}`,
  notSent: 'Not sent',
  add: { style: 'Style', prompt: 'Image prompt', look: 'Image style' },
  noStyles: (model: string) => `${model} takes no styles.`,
  noPictures: (model: string) => `${model} takes no reference pictures.`,
  tooMany: (model: string, most: number) =>
    most === 1 ? `${model} takes one reference picture.` : `${model} takes at most ${most} reference pictures.`,
  tooManyLooks: (most: number) => `At most ${most} pictures can give their look.`,
  leftOut: (label: string, leftOut: number, all: number) =>
    leftOut === all
      ? `${label} goes without its own pictures.`
      : `${label} goes without ${leftOut} of its own ${all} pictures.`,
  stay: (labels: readonly string[]) =>
    labels.length === 1
      ? `${labels[0]} stays here and is not sent.`
      : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)} stay here and are not sent.`,
}
