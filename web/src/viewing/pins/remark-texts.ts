/** Comments on spots of pictures. */
export const remarkTexts = {
  title: 'Comments',
  said: 'What visitors said',
  pin: (place: number, author: string, text: string) => `Comment ${place} by ${author}: ${text}`,
  done: 'Done',
  resolve: 'Mark as done',
  reopen: 'Open again',
  remove: 'Delete comment',
  removeQuestion: 'Delete this comment?',
  removeText: 'It is gone for the visitor as well.',
  removeConfirm: 'Delete',
  showPins: 'Show comments on the picture',
  hidePins: 'Hide comments on the picture',
  likedBy: (names: readonly string[]) => `Liked by ${names.join(', ')}`,
} as const
