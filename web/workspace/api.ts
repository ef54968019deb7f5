/**
 * How a search is saved, and the buttons that save a store or product, export a list, open its feed, save the current search
 * and open the saved searches.
 */
export { ExportButton } from './export/export-button.tsx'
export { FeedButton } from './feeds/feed-button.tsx'
export { SaveButton, SaveIcon } from './saved/save-button.tsx'
export { SaveSearchButton, suggestName } from './saved-searches/save-search.tsx'
export { useSearchChanges, useSearchFailure } from './saved-searches/saved-searches.ts'
export { SavedSearchesButton } from './saved-searches/saved-searches-button.tsx'
