export const minimapTexts = { label: 'Minimap: the whole canvas and where you are' } as const
