/** The commands of an image that open the editor. Apart from its other texts, which load with it. */
export const editCommandTexts: Readonly<Record<string, string>> = {
  'edit-image': 'Edit image',
  'upscale-image': 'Upscale image',
  'remove-background': 'Remove background',
  'extend-image': 'Extend image',
}
