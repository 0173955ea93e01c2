/**
 * The most parts of a file from outside that are walked: chunks, segments or boxes. Writers of PNG put 8 kB of pixels into a chunk, so that
 * 64 MB have 8,000 of them; a file made of empty ones has millions.
 */
export const maxParts = 20_000
