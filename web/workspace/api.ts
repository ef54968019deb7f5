/**
 * The buttons that save a store or product, export a list, open its feed, save the current search
 * and open the saved searches.
 */
export { ExportButton } from './export/export-button.tsx'
export { FeedButton } from './feeds/feed-button.tsx'
export { SaveButton, SaveIcon } from './saved/save-button.tsx'
export { SaveSearchButton } from './saved-searches/save-search.tsx'
export { SavedSearchesButton } from './saved-searches/saved-searches-button.tsx'
