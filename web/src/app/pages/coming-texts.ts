/** The pages of coming features. */
export const placeholderTexts = {
  label: 'Prompt',
  go: 'Go',
  suggestions: 'Suggestions',
  video: {
    title: 'Create a Video',
    placeholder: 'Describe a video',
    coming: 'Video generation will be available soon!',
    kept: 'What you write here is kept in this browser until then.',
    suggestions: [
      'Slow push through a misty orchard at first light',
      'A paper boat drifting down a rain-filled street',
      'Timelapse of clouds rolling over a mountain ridge',
      'A fox turning its head in falling snow, close up',
      'Waves folding over black sand, seen from above',
    ],
  },
}
