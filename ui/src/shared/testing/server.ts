/** The mock server; tests add handlers for the calls they expect. */
import { setupServer } from 'msw/node';

export const server = setupServer();
