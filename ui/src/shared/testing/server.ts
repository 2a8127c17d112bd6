/** The mock of the server; tests add the handlers of the calls they expect. */
import { setupServer } from 'msw/node';

export const server = setupServer();
