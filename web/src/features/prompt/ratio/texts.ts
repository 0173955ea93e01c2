export const ratioTexts = {
  chip: (ratio: string) => `Aspect ratio: ${ratio}`,
  heading: 'Select Aspect Ratio',
  use: {
    '4:3': { name: 'Screens', text: 'Slides and tablets, and the shape of most compact cameras.' },
    '3:2': { name: 'Photos', text: 'The shape of 35 mm film. Good for landscapes and prints.' },
    '16:9': { name: 'Video', text: 'Video covers, desktops and presentations.' },
    '2.35:1': { name: 'Cinema', text: 'Widescreen film. Good for wide views and banners.' },
    '1:1': { name: 'Square', text: 'Avatars, covers and product pictures.' },
    '4:5': { name: 'Portrait', text: 'Portraits, and the tallest picture of most feeds.' },
    '2:3': { name: 'Posters', text: 'Posters, book covers and portraits on film.' },
    '9:16': { name: 'Stories', text: 'Stories, short video and phone wallpapers.' },
  },
  fixed: (model: string) => `${model} chooses its own aspect ratio.`,
  unavailable: (model: string, ratio: string) => `${model} can't make ${ratio}.`,
  pixels: (width: number, height: number, resolution: string) => `${width} × ${height} pixels at ${resolution}`,
  done: 'Done',
}
