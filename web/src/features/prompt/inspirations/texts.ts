export const inspirationTexts = {
  heading: 'Prompt Inspirations',
  open: 'Inspirations',
  show: 'Show Prompt Inspirations',
  hide: 'Hide Prompt Inspirations',
  added: 'Added to the prompt',
}
