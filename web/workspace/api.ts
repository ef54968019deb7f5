/**
 * The button of a feed, and the two of a list: one saves the current search, the other opens the
 * saved searches.
 */
export { FeedButton } from './feeds/feed-button.tsx'
export { SaveSearchButton } from './saved-searches/save-search.tsx'
export { SavedSearchesButton } from './saved-searches/saved-searches-button.tsx'
