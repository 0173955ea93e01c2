import { startCardView } from './card-view.ts'

void startCardView({ root: document.body })
