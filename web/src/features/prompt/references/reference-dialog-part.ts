import { lazyPart } from '#web/ui/lazy-part.tsx'

/** The dialog in which pictures are uploaded and picked, loaded when it is needed. */
export const referenceDialog = lazyPart(async () => (await import('./reference-dialog.tsx')).ReferenceDialog)
