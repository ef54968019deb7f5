/** The two buttons of a list: one saves the current search, the other opens the saved searches. */
export { SaveSearchButton } from './saved-searches/save-search.tsx'
export { SavedSearchesButton } from './saved-searches/saved-searches-button.tsx'
