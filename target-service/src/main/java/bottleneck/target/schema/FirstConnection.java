package bottleneck.target.schema;

import java.sql.SQLException;

import javax.sql.DataSource;

import org.springframework.beans.factory.BeanInitializationException;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.stereotype.Component;

/**
 * Connects before Hibernate does, which would report a database that is not there as a
 * dialect that it cannot determine.
 */
@Component
class FirstConnection implements BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof DataSource dataSource) {
			try {
				dataSource.getConnection().close();
			}
			catch (SQLException ex) {
				throw new BeanInitializationException("No connection to the database", ex);
			}
		}
		return bean;
	}

}
